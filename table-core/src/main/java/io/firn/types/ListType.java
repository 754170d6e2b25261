package io.firn.types;

/** Lists. The element is a field named {@code element}. */
public record ListType(int elementId, boolean elementRequired, Type elementType) implements Type {

  public Field element() {
    return new Field(elementId, "element", elementRequired, elementType);
  }

  @Override
  public <R> R match(Cases<R> cases) {
    return cases.list(this);
  }

  @Override
  public String toString() {
    return "list<" + elementType + ">";
  }
}
