package io.firn.rowmap;

/**
 * Follows the rows of one target after the other as they are written, and adds each finished run to
 * a part. Several cursors may share a part.
 */
public final class RunCursor {
  private final RowMapPart part;
  private int target;
  private long row;
  private int source;
  private long sourceEnd;
  private long length;

  public RunCursor(RowMapPart part) {
    this.part = part;
  }

  /** The rows that follow are written to the target, from its first row on. */
  public void begin(String targetPath) {
    finishRun();
    target = part.newTarget(targetPath);
    row = 0;
  }

  /** The next row is the one at the position of the source. */
  public void carried(int fromSource, long position) {
    carried(fromSource, position, 1);
  }

  /** The next {@code count} rows are those of the source from the position on. */
  public void carried(int fromSource, long position, long count) {
    if (length > 0 && source == fromSource && sourceEnd == position) {
      length += count;
    } else {
      finishRun();
      source = fromSource;
      length = count;
    }
    sourceEnd = position + count;
    row += count;
  }

  /** The next row comes from no source. */
  public void newRow() {
    newRows(1);
  }

  /** The next {@code count} rows come from no source. */
  public void newRows(long count) {
    finishRun();
    row += count;
  }

  /** No more rows come for the target. */
  public void finishRun() {
    if (length > 0) {
      part.add(source, sourceEnd - length, target, row - length, length);
      length = 0;
    }
  }
}
