package io.firn.conflict;

import io.firn.model.TableMetadata;

/**
 * What a rule looks at: the state that the operation is to be committed to, and what landed; and
 * how much of it the rules may read together.
 */
public record CheckContext(TableMetadata metadata, LandedCommits landed, ReadBudget budget) {}
