package io.firn.bench.spark;

import java.io.File;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/** The JVMs that a bench starts: the same options for all, and on each class path one engine. */
final class Processes {
  private static final List<String> OPENED =
      List.of(
          "java.lang",
          "java.lang.invoke",
          "java.lang.reflect",
          "java.io",
          "java.net",
          "java.nio",
          "java.util",
          "java.util.concurrent",
          "java.util.concurrent.atomic",
          "jdk.internal.ref",
          "sun.nio.ch",
          "sun.nio.cs",
          "sun.security.action",
          "sun.util.calendar");

  private final Path directory;
  private final Path run;
  private final Scale scale;
  private final BenchOptions.Profiles profiles;

  Processes(Path directory, Path run, Scale scale, BenchOptions.Profiles profiles) {
    this.directory = directory;
    this.run = run;
    this.scale = scale;
    this.profiles = profiles;
  }

  ProcessBuilder worker(Engine engine) {
    List<String> command = java(entry -> engine.needs(entry));
    OPENED.forEach(p -> command.add(2, "--add-opens=java.base/" + p + "=ALL-UNNAMED"));
    if (profiles == BenchOptions.Profiles.KEPT) {
      command.add(2, "-Dfirn.bench.profiles=" + run.resolve("profiles"));
    }
    command.addAll(
        List.of(WorkerMain.class.getName(), engine.label(), scale.name(), directory.toString()));
    return logged(command, engine.label() + ".log");
  }

  /** The bench of the table core, which writes its samples to a file. */
  ProcessBuilder core(Path samples) {
    List<String> command = java(Engine.FIRN::needs);
    command.add(2, "-Dfirn.bench.samples=" + samples);
    command.addAll(List.of("io.firn.bench.Bench", CoreWorkload.NAME));
    return logged(command, "core.log");
  }

  private interface Wanted {
    boolean wants(String entry);
  }

  private static List<String> java(Wanted wanted) {
    String classpath =
        Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
            .filter(wanted::wants)
            .collect(Collectors.joining(File.pathSeparator));
    return new ArrayList<>(
        List.of(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-Xmx" + System.getProperty("firn.bench.heap", "3g"),
            "-XX:+UseG1GC",
            "-Duser.timezone=UTC",
            "-Dfile.encoding=UTF-8",
            "-Djdk.reflect.useDirectMethodHandle=false",
            "-Dio.netty.tryReflectionSetAccessible=true",
            "-Dlog4j2.configurationFile=" + System.getProperty("log4j2.configurationFile", ""),
            "-cp",
            classpath));
  }

  private ProcessBuilder logged(List<String> command, String log) {
    return new ProcessBuilder(command)
        .redirectError(ProcessBuilder.Redirect.appendTo(run.resolve(log).toFile()));
  }
}
