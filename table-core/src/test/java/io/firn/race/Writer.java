package io.firn.race;

import io.firn.commit.Turns;
import io.firn.race.Trouble.Death;
import java.util.EnumSet;
import java.util.Set;

/**
 * One writer as storage and catalog know it: before each of its calls the others may move, and
 * something may happen to it. Once dead it does nothing any more.
 */
final class Writer {

  /** What a call is made to. */
  enum Target {
    STORAGE,
    LOAD,
    SWAP
  }

  private final Chance chance;
  private final Turns turns;
  private int statement = -1;
  private int calls;
  private boolean dead;

  Writer(Chance chance, Turns turns) {
    this.chance = chance;
    this.turns = turns;
  }

  /** The statement that it is at, or will be next. */
  int statement() {
    return statement;
  }

  void begin(int nextStatement) {
    statement = nextStatement;
    calls = 0;
  }

  boolean isDead() {
    return dead;
  }

  void die() {
    dead = true;
    throw new Death();
  }

  /** Returns what is to happen at the call, but for deaths, which happen. */
  Set<Trouble> beforeCall(Target target) {
    if (dead) {
      throw new Death();
    }
    if (target != Target.STORAGE || chance.isFine()) {
      turns.next();
    }
    calls++;
    Set<Trouble> troubles = chance.at(statement, calls, target);
    if (troubles.contains(Trouble.KILLED)) {
      die();
    }
    return troubles;
  }

  /** Nobody in the way: for what happens before a race. */
  static Writer alone() {
    return new Writer(Chance.NONE, new Turns(running -> 0));
  }

  static Set<Trouble> none() {
    return EnumSet.noneOf(Trouble.class);
  }
}
