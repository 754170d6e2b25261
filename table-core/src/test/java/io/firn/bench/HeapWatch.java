package io.firn.bench;

import com.sun.management.GarbageCollectionNotificationInfo;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.lang.management.MemoryType;
import java.lang.management.MemoryUsage;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import javax.management.NotificationEmitter;
import javax.management.openmbean.CompositeData;

/** How much heap was used since the last {@link #reset}, in bytes. */
final class HeapWatch {
  private final List<MemoryPoolMXBean> pools =
      ManagementFactory.getMemoryPoolMXBeans().stream()
          .filter(pool -> pool.getType() == MemoryType.HEAP)
          .toList();
  private final AtomicLong mostAfterCollection = new AtomicLong();

  HeapWatch() {
    for (GarbageCollectorMXBean collector : ManagementFactory.getGarbageCollectorMXBeans()) {
      ((NotificationEmitter) collector)
          .addNotificationListener(
              (notification, handback) ->
                  note(
                      GarbageCollectionNotificationInfo.from(
                          (CompositeData) notification.getUserData())),
              null,
              null);
    }
  }

  private void note(GarbageCollectionNotificationInfo info) {
    long used =
        info.getGcInfo().getMemoryUsageAfterGc().entrySet().stream()
            .filter(e -> pools.stream().anyMatch(pool -> pool.getName().equals(e.getKey())))
            .map(Map.Entry::getValue)
            .mapToLong(MemoryUsage::getUsed)
            .sum();
    mostAfterCollection.accumulateAndGet(used, Math::max);
  }

  void reset() {
    System.gc();
    pools.forEach(MemoryPoolMXBean::resetPeakUsage);
    mostAfterCollection.set(0);
  }

  /** With what nobody needed any more. */
  long peak() {
    return pools.stream().map(MemoryPoolMXBean::getPeakUsage).mapToLong(MemoryUsage::getUsed).sum();
  }

  /** What was left by the collection that left most; 0 if there was none. */
  long mostAfterCollection() {
    return mostAfterCollection.get();
  }
}
