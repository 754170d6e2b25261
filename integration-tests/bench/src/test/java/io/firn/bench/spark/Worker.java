package io.firn.bench.spark;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStreamWriter;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** An engine's process, from outside. It is started anew after it has died or hung. */
final class Worker implements AutoCloseable {
  private static final long PATIENCE_MINUTES = 20;

  private final ProcessBuilder command;
  private final ObjectMapper json = new ObjectMapper();
  private Process process;
  private BufferedReader answers;
  private BufferedWriter requests;

  private Worker(ProcessBuilder command) throws IOException {
    this.command = command;
    start();
  }

  /** Starts the process; {@link #ask} waits until it is ready. */
  static Worker start(ProcessBuilder command) throws IOException {
    return new Worker(command);
  }

  private void start() throws IOException {
    process = command.start();
    answers =
        new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
    requests =
        new BufferedWriter(
            new OutputStreamWriter(process.getOutputStream(), StandardCharsets.UTF_8));
    answer();
  }

  /** The answer, or a failure if there is none: then the process is a new one. */
  Answer ask(Request request) throws IOException {
    try {
      requests.write(json.writeValueAsString(request));
      requests.newLine();
      requests.flush();
      return answer();
    } catch (IOException e) {
      process.destroyForcibly();
      start();
      return Answer.failed(String.valueOf(e.getMessage()));
    }
  }

  private Answer answer() throws IOException {
    CompletableFuture<String> line = new CompletableFuture<>();
    Thread reader =
        new Thread(
            () -> {
              try {
                line.complete(answers.readLine());
              } catch (IOException e) {
                line.completeExceptionally(e);
              }
            });
    reader.setDaemon(true);
    reader.start();
    try {
      String answer = line.get(PATIENCE_MINUTES, TimeUnit.MINUTES);
      if (answer == null) {
        throw new IOException("the process has ended; see its log");
      }
      return json.readValue(answer, Answer.class);
    } catch (TimeoutException e) {
      throw new IOException("no answer for " + PATIENCE_MINUTES + " minutes", e);
    } catch (ExecutionException | InterruptedException e) {
      throw new IOException("the process cannot be heard", e);
    }
  }

  /** Ends the process: it cleans up when its input ends. */
  @Override
  public void close() throws IOException {
    try {
      requests.close();
      if (!process.waitFor(30, TimeUnit.SECONDS)) {
        process.destroyForcibly();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      process.destroyForcibly();
    }
  }
}
