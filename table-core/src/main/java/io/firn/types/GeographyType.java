package io.firn.types;

/** Shapes on the ellipsoid as WKB. Known so that metadata survives; not readable yet. */
public record GeographyType(String crs, String algorithm) implements PrimitiveType {
  public static final String DEFAULT_ALGORITHM = "spherical";

  @Override
  public <R> R match(Cases<R> cases) {
    return cases.geography(this);
  }

  @Override
  public String toString() {
    if (!algorithm.equals(DEFAULT_ALGORITHM)) {
      return "geography(" + crs + ", " + algorithm + ")";
    }
    return crs.equals(GeometryType.DEFAULT_CRS) ? "geography" : "geography(" + crs + ")";
  }
}
