package io.firn.types;

/** Maps. Keys are always required; key and value are fields named {@code key} and {@code value}. */
public record MapType(int keyId, Type keyType, int valueId, boolean valueRequired, Type valueType)
    implements Type {

  public Field key() {
    return new Field(keyId, "key", true, keyType);
  }

  public Field value() {
    return new Field(valueId, "value", valueRequired, valueType);
  }

  @Override
  public <R> R match(Cases<R> cases) {
    return cases.map(this);
  }

  @Override
  public String toString() {
    return "map<" + keyType + ", " + valueType + ">";
  }
}
