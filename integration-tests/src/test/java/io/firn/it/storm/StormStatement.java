package io.firn.it.storm;

import java.util.Map;
import java.util.function.Consumer;

/**
 * A statement of one of the writers.
 *
 * @param name unique; its snapshot's summary has it
 * @param effect what it does to rows, as values by id
 */
record StormStatement(String name, String sql, Consumer<Map<Long, Long>> effect) {}
