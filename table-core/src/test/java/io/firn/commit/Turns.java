package io.firn.commit;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;

/**
 * Runs several programs so that one of them moves at a time; a chooser decides at each turn which
 * one. The same choices give the same history. A program hands over to the next one itself, and
 * goes on without a thread switch when it is chosen again.
 */
public final class Turns {

  /** Decides who moves. */
  @FunctionalInterface
  public interface Chooser {

    /** One of the running programs, which are in ascending order and not none. */
    int next(List<Integer> running);
  }

  private final Chooser chooser;
  private final ThreadLocal<Player> current = new ThreadLocal<>();
  private final AtomicReference<Throwable> failure = new AtomicReference<>();
  private final CountDownLatch done = new CountDownLatch(1);
  private final List<Player> players = new ArrayList<>();
  private final List<Integer> running = new ArrayList<>();

  /** Each program is chosen as often as any other. */
  public Turns(Random random) {
    this(running -> running.get(random.nextInt(running.size())));
  }

  public Turns(Chooser chooser) {
    this.chooser = chooser;
  }

  private static final class Player {
    private final int number;
    private final Thread thread;
    private volatile boolean moves;

    Player(int number, Turns turns, Runnable program) {
      this.number = number;
      this.thread = new Thread(() -> turns.run(this, program), "writer-" + number);
      thread.setDaemon(true);
    }

    void go() {
      moves = true;
      LockSupport.unpark(thread);
    }

    void await() {
      while (!moves) {
        LockSupport.park(this);
      }
      moves = false;
    }
  }

  /** Lets the others move; to be called by the programs wherever they touch what they share. */
  public void next() {
    Player player = current.get();
    if (player == null) {
      return;
    }
    Player chosen = players.get(chooser.next(running));
    if (chosen != player) {
      chosen.go();
      player.await();
    }
  }

  /** Runs the programs to their ends; fails with the first failure of any of them. Once only. */
  public void play(List<Runnable> programs) {
    for (int i = 0; i < programs.size(); i++) {
      players.add(new Player(i, this, programs.get(i)));
      running.add(i);
    }
    if (programs.isEmpty()) {
      return;
    }
    players.forEach(player -> player.thread.start());
    players.get(chooser.next(running)).go();
    try {
      done.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
    if (failure.get() != null) {
      throw new AssertionError("a program failed", failure.get());
    }
  }

  private void run(Player player, Runnable program) {
    current.set(player);
    player.await();
    try {
      program.run();
    } catch (Throwable e) {
      failure.compareAndSet(null, e);
    } finally {
      running.remove(Integer.valueOf(player.number));
      if (running.isEmpty()) {
        done.countDown();
      } else {
        players.get(chooser.next(running)).go();
      }
    }
  }
}
