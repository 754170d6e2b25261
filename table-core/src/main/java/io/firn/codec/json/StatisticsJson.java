package io.firn.codec.json;

import io.firn.model.BlobMetadata;
import io.firn.model.PartitionStatisticsFile;
import io.firn.model.StatisticsFile;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Entries of {@code statistics} and {@code partition-statistics} (spec: Table Statistics). */
final class StatisticsJson {
  private StatisticsJson() {}

  static void write(JsonOut out, StatisticsFile file, UnknownFields unknown) {
    String path = path("/statistics/", file.snapshotId(), file.statisticsPath());
    out.object(
        () -> {
          out.number("snapshot-id", file.snapshotId());
          out.text("statistics-path", file.statisticsPath());
          out.number("file-size-in-bytes", file.fileSizeInBytes());
          out.number("file-footer-size-in-bytes", file.fileFooterSizeInBytes());
          out.text("key-metadata", file.keyMetadata());
          out.array(
              "blob-metadata",
              () -> {
                for (int i = 0; i < file.blobMetadata().size(); i++) {
                  writeBlob(out, file.blobMetadata().get(i), path + "/blob-metadata/" + i, unknown);
                }
              });
          unknown.write(out, path);
        });
  }

  private static void writeBlob(
      JsonOut out, BlobMetadata blob, String path, UnknownFields unknown) {
    out.object(
        () -> {
          out.text("type", blob.type());
          out.number("snapshot-id", blob.snapshotId());
          out.number("sequence-number", blob.sequenceNumber());
          out.array("fields", blob.fields(), out::number);
          if (!blob.properties().isEmpty()) {
            out.textMap("properties", blob.properties());
          }
          unknown.write(out, path);
        });
  }

  static StatisticsFile read(JsonObject object, Map<String, String> unknown) {
    long snapshotId = object.longValue("snapshot-id");
    String statisticsPath = object.text("statistics-path");
    String path = path("/statistics/", snapshotId, statisticsPath);
    List<BlobMetadata> blobs = new ArrayList<>();
    object.objects(
        "blob-metadata",
        blob -> blobs.add(readBlob(blob, path + "/blob-metadata/" + blobs.size(), unknown)));
    StatisticsFile file =
        new StatisticsFile(
            snapshotId,
            statisticsPath,
            object.longValue("file-size-in-bytes"),
            object.longValue("file-footer-size-in-bytes"),
            object.optionalText("key-metadata"),
            List.copyOf(blobs));
    object.keepRest(path, unknown);
    return file;
  }

  private static BlobMetadata readBlob(
      JsonObject object, String path, Map<String, String> unknown) {
    BlobMetadata blob =
        new BlobMetadata(
            object.text("type"),
            object.longValue("snapshot-id"),
            object.longValue("sequence-number"),
            object.elements("fields", JsonObject::intOf),
            object.textMap("properties"));
    object.keepRest(path, unknown);
    return blob;
  }

  static void writePartition(JsonOut out, PartitionStatisticsFile file, UnknownFields unknown) {
    out.object(
        () -> {
          out.number("snapshot-id", file.snapshotId());
          out.text("statistics-path", file.statisticsPath());
          out.number("file-size-in-bytes", file.fileSizeInBytes());
          unknown.write(
              out, path("/partition-statistics/", file.snapshotId(), file.statisticsPath()));
        });
  }

  static PartitionStatisticsFile readPartition(JsonObject object, Map<String, String> unknown) {
    PartitionStatisticsFile file =
        new PartitionStatisticsFile(
            object.longValue("snapshot-id"),
            object.text("statistics-path"),
            object.longValue("file-size-in-bytes"));
    object.keepRest(
        path("/partition-statistics/", file.snapshotId(), file.statisticsPath()), unknown);
    return file;
  }

  private static String path(String list, long snapshotId, String statisticsPath) {
    return list + snapshotId + "/" + JsonObject.escape(statisticsPath);
  }
}
