package io.firn.commit;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicReference;

/**
 * Runs several programs so that one of them moves at a time; a seeded coin decides at each turn
 * which one. The same seed gives the same history.
 */
public final class Turns {
  private final Random random;
  private final Semaphore handedBack = new Semaphore(0);
  private final ThreadLocal<Player> current = new ThreadLocal<>();
  private final AtomicReference<Throwable> failure = new AtomicReference<>();

  public Turns(Random random) {
    this.random = random;
  }

  private static final class Player {
    private final Semaphore turn = new Semaphore(0);
    private volatile boolean finished;
  }

  /** Lets the others move; to be called by the programs wherever they touch what they share. */
  public void next() {
    Player player = current.get();
    if (player == null) {
      return;
    }
    handedBack.release();
    player.turn.acquireUninterruptibly();
  }

  /** Runs the programs to their ends; fails with the first failure of any of them. */
  public void play(List<Runnable> programs) {
    List<Player> players = new ArrayList<>();
    for (Runnable program : programs) {
      Player player = new Player();
      Thread thread = new Thread(() -> run(player, program));
      thread.setDaemon(true);
      thread.start();
      players.add(player);
    }
    while (!players.isEmpty()) {
      Player player = players.get(random.nextInt(players.size()));
      player.turn.release();
      handedBack.acquireUninterruptibly();
      players.removeIf(p -> p.finished);
    }
    if (failure.get() != null) {
      throw new AssertionError("a program failed", failure.get());
    }
  }

  private void run(Player player, Runnable program) {
    current.set(player);
    player.turn.acquireUninterruptibly();
    try {
      program.run();
    } catch (Throwable e) {
      failure.compareAndSet(null, e);
    } finally {
      player.finished = true;
      handedBack.release();
    }
  }
}
