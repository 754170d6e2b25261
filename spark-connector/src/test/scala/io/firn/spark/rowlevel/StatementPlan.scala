package io.firn.spark.rowlevel

import io.firn.expr.Predicates
import io.firn.spark.TestSession
import io.firn.spark.read.FirnScan
import org.apache.spark.sql.catalyst.expressions.DynamicPruning
import org.apache.spark.sql.catalyst.plans.logical.{AppendData, DeleteFromTableWithFilters, LogicalPlan, ReplaceData, WriteDelta}
import org.apache.spark.sql.classic.SparkSession
import org.apache.spark.sql.connector.distributions.{ClusteredDistribution, Distribution, OrderedDistribution, UnspecifiedDistribution}
import org.apache.spark.sql.connector.expressions.SortOrder
import org.apache.spark.sql.connector.write.{RequiresDistributionAndOrdering, Write}
import org.apache.spark.sql.execution.{CommandExecutionMode, QueryExecution, SQLExecution, SparkPlan}
import org.apache.spark.sql.execution.datasources.v2.DataSourceV2ScanRelation
import org.apache.spark.sql.types.StructType

/** How Spark plans a statement, in words that a test can compare. It is run by [[run]] only. */
final class StatementPlan(statement: String) {
  private val execution: QueryExecution = {
    val state = TestSession.get().asInstanceOf[SparkSession].sessionState
    state.executePlan(state.sqlParser.parsePlan(statement), CommandExecutionMode.SKIP)
  }

  /** Looks up the statement's tables, and goes no further. */
  def analyze(): Unit = execution.assertAnalyzed()

  def run(): Unit = SQLExecution.withNewExecutionId(execution)(physical.executeCollect())

  def optimized: LogicalPlan = execution.optimizedPlan

  def physical: SparkPlan = execution.executedPlan

  /** The node that writes, what it reads of the target, and what its writers get. */
  def shape: String = {
    val lines = optimized match {
      case replace: ReplaceData =>
        "ReplaceData" +: reads(replace.query) :+
          s"writes ${names(replace.projections.rowProjection.schema)}" +
          s" with ${names(replace.projections.metadataProjection.map(_.schema))}"
      case delta: WriteDelta =>
        "WriteDelta" +: reads(delta.query) :+
          s"deletes by ${names(delta.projections.rowIdProjection.schema)}" +
          s" with ${names(delta.projections.metadataProjection.map(_.schema))}" :+
          s"writes ${names(delta.projections.rowProjection.map(_.schema))}"
      case append: AppendData =>
        Seq("AppendData", s"writes ${names(append.query.schema)}")
      case delete: DeleteFromTableWithFilters =>
        Seq("DeleteFromTableWithFilters", s"where ${delete.condition.mkString(" and ")}")
      case other => Seq(other.nodeName)
    }
    lines.mkString("\n")
  }

  /** What the write asks for: how rows are spread over tasks, and how they are sorted in each. */
  def requirements: String = {
    val write: Option[Write] = optimized match {
      case replace: ReplaceData => replace.write
      case delta: WriteDelta => delta.write
      case append: AppendData => append.write
      case _ => None
    }
    val required = write.get.asInstanceOf[RequiresDistributionAndOrdering]
    s"${text(required.requiredDistribution)}, sorted by ${text(required.requiredOrdering)}"
  }

  /** Whether files without a matching row are found and left out before the statement runs. */
  def hasGroupFilter: Boolean = optimized match {
    case replace: ReplaceData => hasGroupFilter(replace.query)
    case delta: WriteDelta => hasGroupFilter(delta.query)
    case _ => false
  }

  private def hasGroupFilter(query: LogicalPlan): Boolean =
    query.exists(_.expressions.exists(_.exists(_.isInstanceOf[DynamicPruning])))

  private def reads(query: LogicalPlan): Seq[String] = query.collect {
    case relation: DataSourceV2ScanRelation
        if relation.relation.table.getClass.getSimpleName == "RowLevelOperationTable" =>
      val filter = relation.scan.asInstanceOf[FirnScan].filter()
      s"reads ${relation.output.map(_.name).mkString(", ")} where ${Predicates.describe(filter)}"
  }

  private def names(schema: StructType): String = schema.fieldNames.mkString(", ")

  private def names(schema: Option[StructType]): String =
    schema.filter(_.nonEmpty).map(names).getOrElse("nothing")

  private def text(distribution: Distribution): String = distribution match {
    case clustered: ClusteredDistribution =>
      s"clustered by ${clustered.clustering.map(_.describe).mkString(", ")}"
    case ordered: OrderedDistribution => s"ranges of ${text(ordered.ordering)}"
    case _: UnspecifiedDistribution => "not spread"
  }

  private def text(ordering: Array[SortOrder]): String =
    if (ordering.isEmpty) "nothing" else ordering.map(_.expression.describe).mkString(", ")
}
