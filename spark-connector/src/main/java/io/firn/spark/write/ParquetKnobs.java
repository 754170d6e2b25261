package io.firn.spark.write;

import org.apache.parquet.column.ParquetProperties;
import org.apache.parquet.hadoop.ParquetWriter;

/** The settings that a writer of rows and one of columns both have, by parquet-java's names. */
interface ParquetKnobs {

  void version(ParquetProperties.WriterVersion version);

  void pageSize(int bytes);

  void pageRowCountLimit(int rows);

  void dictionaryPageSize(int bytes);

  void rowsBetweenSizeChecks(int least, int most);

  void maxBloomFilterBytes(int bytes);

  void bloomFilter(String path, boolean enabled);

  void bloomFilterFpp(String path, double fpp);

  void bloomFilterNdv(String path, long ndv);

  void statistics(String path, boolean enabled);

  /** Those of a writer of rows. */
  record OfRows(ParquetWriter.Builder<?, ?> builder) implements ParquetKnobs {

    @Override
    public void version(ParquetProperties.WriterVersion version) {
      builder.withWriterVersion(version);
    }

    @Override
    public void pageSize(int bytes) {
      builder.withPageSize(bytes);
    }

    @Override
    public void pageRowCountLimit(int rows) {
      builder.withPageRowCountLimit(rows);
    }

    @Override
    public void dictionaryPageSize(int bytes) {
      builder.withDictionaryPageSize(bytes);
    }

    @Override
    public void rowsBetweenSizeChecks(int least, int most) {
      builder.withMinRowCountForPageSizeCheck(least);
      builder.withMaxRowCountForPageSizeCheck(most);
    }

    @Override
    public void maxBloomFilterBytes(int bytes) {
      builder.withMaxBloomFilterBytes(bytes);
    }

    @Override
    public void bloomFilter(String path, boolean enabled) {
      builder.withBloomFilterEnabled(path, enabled);
    }

    @Override
    public void bloomFilterFpp(String path, double fpp) {
      builder.withBloomFilterFPP(path, fpp);
    }

    @Override
    public void bloomFilterNdv(String path, long ndv) {
      builder.withBloomFilterNDV(path, ndv);
    }

    @Override
    public void statistics(String path, boolean enabled) {
      builder.withStatisticsEnabled(path, enabled);
    }
  }

  /** Those of a writer of columns. */
  record OfColumns(ParquetProperties.Builder builder) implements ParquetKnobs {

    @Override
    public void version(ParquetProperties.WriterVersion version) {
      builder.withWriterVersion(version);
    }

    @Override
    public void pageSize(int bytes) {
      builder.withPageSize(bytes);
    }

    @Override
    public void pageRowCountLimit(int rows) {
      builder.withPageRowCountLimit(rows);
    }

    @Override
    public void dictionaryPageSize(int bytes) {
      builder.withDictionaryPageSize(bytes);
    }

    @Override
    public void rowsBetweenSizeChecks(int least, int most) {
      builder.withMinRowCountForPageSizeCheck(least);
      builder.withMaxRowCountForPageSizeCheck(most);
    }

    @Override
    public void maxBloomFilterBytes(int bytes) {
      builder.withMaxBloomFilterBytes(bytes);
    }

    @Override
    public void bloomFilter(String path, boolean enabled) {
      builder.withBloomFilterEnabled(path, enabled);
    }

    @Override
    public void bloomFilterFpp(String path, double fpp) {
      builder.withBloomFilterFPP(path, fpp);
    }

    @Override
    public void bloomFilterNdv(String path, long ndv) {
      builder.withBloomFilterNDV(path, ndv);
    }

    @Override
    public void statistics(String path, boolean enabled) {
      builder.withStatisticsEnabled(path, enabled);
    }
  }
}
