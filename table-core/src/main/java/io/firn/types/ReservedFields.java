package io.firn.types;

/**
 * Ids of the fields that the spec reserves for metadata columns and delete files (spec: Reserved
 * Field IDs).
 */
public final class ReservedFields {
  public static final int MAX_USER_FIELD_ID = 2147483447;

  public static final int FILE_ID = 2147483646;
  public static final int POS_ID = 2147483645;
  public static final int DELETED_ID = 2147483644;
  public static final int SPEC_ID_ID = 2147483643;
  public static final int PARTITION_ID = 2147483642;
  public static final int DELETE_FILE_PATH_ID = 2147483546;
  public static final int DELETE_FILE_POS_ID = 2147483545;
  public static final int DELETE_FILE_ROW_ID = 2147483544;
  public static final int CHANGE_TYPE_ID = 2147483543;
  public static final int CHANGE_ORDINAL_ID = 2147483542;
  public static final int COMMIT_SNAPSHOT_ID_ID = 2147483541;
  public static final int ROW_ID_ID = 2147483540;
  public static final int LAST_UPDATED_SEQUENCE_NUMBER_ID = 2147483539;

  public static final Field DELETE_FILE_PATH =
      Field.required(DELETE_FILE_PATH_ID, "file_path", SimpleType.STRING);
  public static final Field DELETE_FILE_POS =
      Field.required(DELETE_FILE_POS_ID, "pos", SimpleType.LONG);
  public static final Field ROW_ID = Field.optional(ROW_ID_ID, "_row_id", SimpleType.LONG);
  public static final Field LAST_UPDATED_SEQUENCE_NUMBER =
      Field.optional(
          LAST_UPDATED_SEQUENCE_NUMBER_ID, "_last_updated_sequence_number", SimpleType.LONG);

  private ReservedFields() {}
}
