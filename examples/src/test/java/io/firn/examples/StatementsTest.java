package io.firn.examples;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Test;

class StatementsTest {
  @Test
  void statementsAreSplitAtSemicolons() {
    assertEquals(List.of("SELECT 1", "SELECT 2"), Statements.of("SELECT 1;\n SELECT 2 ; "));
  }

  @Test
  void semicolonsInLiteralsAndQuotedNamesDoNotSplit() {
    String script = "SELECT ';', \";\", `;`, 'it''s;', 'a\\';b'; SELECT 2";
    assertEquals(
        List.of("SELECT ';', \";\", `;`, 'it''s;', 'a\\';b'", "SELECT 2"), Statements.of(script));
  }

  @Test
  void semicolonsAndQuotesInCommentsDoNotSplit() {
    String script = "SELECT 1 -- not; isn't\n + 2 /* no; ' */ ; SELECT 3";
    assertEquals(
        List.of("SELECT 1 -- not; isn't\n + 2 /* no; ' */", "SELECT 3"), Statements.of(script));
  }

  @Test
  void emptyStatementsAndLoneCommentsAreLeftOut() {
    assertEquals(
        List.of("SELECT 1"), Statements.of(";; -- nothing\n; /* here */ ;SELECT 1;-- end"));
  }

  @Test
  void aStatementTypedInSeveralLinesWaitsForItsSemicolon() {
    Statements statements = new Statements();
    statements.add("SELECT 'a\n");
    assertEquals(List.of(), statements.take());
    statements.add("b'\n");
    assertEquals("SELECT 'a\nb'", statements.rest());
    statements.add("; SELECT 2; SELECT\n");
    assertEquals(List.of("SELECT 'a\nb'", "SELECT 2"), statements.take());
    assertEquals(List.of(), statements.take());
    assertEquals("SELECT", statements.rest());
  }
}
