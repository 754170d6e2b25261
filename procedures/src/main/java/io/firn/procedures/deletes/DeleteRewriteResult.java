package io.firn.procedures.deletes;

/** What a rewrite of position delete files did, over all of its commits. Sizes in bytes. */
public record DeleteRewriteResult(
    int rewrittenFiles, int addedFiles, long rewrittenBytes, long addedBytes) {

  /** Nothing was worth it. */
  public static DeleteRewriteResult nothing() {
    return new DeleteRewriteResult(0, 0, 0, 0);
  }

  DeleteRewriteResult plus(DeleteRewriteResult more) {
    return new DeleteRewriteResult(
        rewrittenFiles + more.rewrittenFiles,
        addedFiles + more.addedFiles,
        rewrittenBytes + more.rewrittenBytes,
        addedBytes + more.addedBytes);
  }
}
