package io.firn.spark.sql;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.catalyst.TableIdentifier;
import org.apache.spark.sql.catalyst.analysis.AnalysisContext;
import org.apache.spark.sql.catalyst.analysis.UnresolvedRelation;
import org.apache.spark.sql.catalyst.parser.ParseException;
import scala.Option;
import scala.collection.immutable.Seq;
import scala.jdk.javaapi.CollectionConverters;

/** Full names of relations that Spark has not resolved yet, as it will complete them. */
final class RelationNames {
  private static final String CATALOG_PREFIX = "spark.sql.catalog.";
  private static final String FIRN_CLASSES = "io.firn.spark.";
  static final String SESSION_CATALOG = "spark_catalog";

  private final SparkSession session;

  RelationNames(SparkSession session) {
    this.session = session;
  }

  /** Catalog, namespace and name, if the relation is a table of a Firn catalog. */
  Optional<List<String>> fullName(UnresolvedRelation relation) {
    List<String> parts = CollectionConverters.asJava(relation.multipartIdentifier());
    if (isTempView(relation.multipartIdentifier())) {
      return Optional.empty();
    }
    List<String> full = complete(parts);
    return full.size() > 1 && isFirn(full.get(0)) && !isSparksOwn(full)
        ? Optional.of(full)
        : Optional.empty();
  }

  /** A session catalog of Firn has the tables of Spark's own, too. */
  private boolean isSparksOwn(List<String> full) {
    return full.size() == 3
        && full.get(0).equals(SESSION_CATALOG)
        && session
            .sessionState()
            .catalog()
            .tableExists(new TableIdentifier(full.get(2), Option.apply(full.get(1))));
  }

  private boolean isTempView(Seq<String> parts) {
    return session.sessionState().catalog().isTempView(parts);
  }

  private List<String> complete(List<String> parts) {
    if (parts.size() > 1 && catalogClass(parts.get(0)).isPresent()) {
      return parts;
    }
    List<String> current = current();
    List<String> full = new ArrayList<>(parts.size() == 1 ? current : current.subList(0, 1));
    full.addAll(parts);
    return full;
  }

  /** The current catalog and namespace: those of the view, where a view is resolved. */
  private List<String> current() {
    Seq<String> ofView = AnalysisContext.get().catalogAndNamespace();
    if (ofView.nonEmpty()) {
      return CollectionConverters.asJava(ofView);
    }
    List<String> current = new ArrayList<>();
    current.add(session.catalog().currentCatalog());
    String namespace = session.catalog().currentDatabase();
    if (!namespace.isEmpty()) {
      current.addAll(parse(namespace));
    }
    return current;
  }

  private List<String> parse(String quoted) {
    try {
      return CollectionConverters.asJava(
          session.sessionState().sqlParser().parseMultipartIdentifier(quoted));
    } catch (ParseException e) {
      throw new IllegalStateException("Spark's current namespace is malformed: " + quoted, e);
    }
  }

  boolean isFirn(String catalog) {
    return catalogClass(catalog).filter(name -> name.startsWith(FIRN_CLASSES)).isPresent();
  }

  private Optional<String> catalogClass(String catalog) {
    Option<String> name = session.conf().getOption(CATALOG_PREFIX + catalog);
    return name.isDefined() ? Optional.of(name.get()) : Optional.empty();
  }
}
