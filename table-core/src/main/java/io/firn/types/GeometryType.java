package io.firn.types;

/**
 * Planar shapes as WKB in a coordinate reference system. Known so that metadata survives; not
 * readable yet.
 */
public record GeometryType(String crs) implements PrimitiveType {
  public static final String DEFAULT_CRS = "OGC:CRS84";

  @Override
  public <R> R match(Cases<R> cases) {
    return cases.geometry(this);
  }

  @Override
  public String toString() {
    return crs.equals(DEFAULT_CRS) ? "geometry" : "geometry(" + crs + ")";
  }
}
