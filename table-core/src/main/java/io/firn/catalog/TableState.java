package io.firn.catalog;

import io.firn.model.TableMetadata;
import java.util.Optional;

/**
 * What a table's pointer points to: metadata, and the location of its file where the catalog tells
 * it.
 */
public record TableState(TableMetadata metadata, Optional<String> metadataLocation) {}
