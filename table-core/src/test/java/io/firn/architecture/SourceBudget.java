package io.firn.architecture;

import com.sun.source.tree.ClassTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.LineMap;
import com.sun.source.tree.MethodTree;
import com.sun.source.util.JavacTask;
import com.sun.source.util.SourcePositions;
import com.sun.source.util.TreePathScanner;
import com.sun.source.util.Trees;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/** Files and methods that are longer than the architecture allows. */
public final class SourceBudget {
  private static final int FILE_LINES = 600;
  private static final int METHOD_LINES = 60;

  private final List<String> excesses = new ArrayList<>();

  private SourceBudget() {}

  /** One line for each excess under {@code src/main/java} of the module whose tests run. */
  public static List<String> excesses() throws IOException {
    Path root = Path.of("src", "main", "java");
    SourceBudget budget = new SourceBudget();
    if (Files.exists(root)) {
      try (Stream<Path> files = Files.walk(root)) {
        budget.measure(files.filter(file -> file.toString().endsWith(".java")).toList());
      }
    }
    return budget.excesses;
  }

  private void measure(List<Path> files) throws IOException {
    for (Path file : files) {
      long lines = Files.readAllLines(file).size();
      if (lines > FILE_LINES) {
        excesses.add(file + " has " + lines + " lines, allowed are " + FILE_LINES);
      }
    }
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    try (StandardJavaFileManager manager = compiler.getStandardFileManager(null, null, null)) {
      JavacTask task =
          (JavacTask)
              compiler.getTask(
                  null, manager, null, List.of(), null, manager.getJavaFileObjectsFromPaths(files));
      SourcePositions positions = Trees.instance(task).getSourcePositions();
      for (CompilationUnitTree unit : task.parse()) {
        new Methods(positions, unit).scan(unit, null);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private final class Methods extends TreePathScanner<Void, Void> {
    private final SourcePositions positions;
    private final CompilationUnitTree unit;

    Methods(SourcePositions positions, CompilationUnitTree unit) {
      this.positions = positions;
      this.unit = unit;
    }

    @Override
    public Void visitMethod(MethodTree method, Void none) {
      LineMap map = unit.getLineMap();
      long first = map.getLineNumber(positions.getStartPosition(unit, method));
      long last = map.getLineNumber(positions.getEndPosition(unit, method));
      long lines = last - first + 1;
      if (lines > METHOD_LINES) {
        ClassTree owner = (ClassTree) getCurrentPath().getParentPath().getLeaf();
        String name = owner.getSimpleName() + "." + method.getName();
        excesses.add(name + " has " + lines + " lines, allowed are " + METHOD_LINES);
      }
      return super.visitMethod(method, none);
    }
  }
}
