package io.firn.bench.spark;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;

/** Answers as a worker does, but dies when it is to prepare. */
public final class FragileWorker {
  private FragileWorker() {}

  public static void main(String[] arguments) throws IOException {
    ObjectMapper json = new ObjectMapper();
    BufferedReader requests =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    System.out.println(json.writeValueAsString(Answer.DONE));
    int answered = 0;
    for (String line = requests.readLine(); line != null; line = requests.readLine()) {
      if (json.readValue(line, Request.class).command() == Request.Command.PREPARE) {
        System.exit(1);
      }
      System.out.println(json.writeValueAsString(Answer.memory(++answered)));
    }
  }
}
