package io.firn.architecture;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;

import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The packages of a module, bottom-up: a class uses only packages on its own floor or below, and
 * every package has a floor.
 */
public final class Floors {
  private final String prefix;
  private final Map<String, Integer> floorOf = new HashMap<>();

  /** {@code prefix} is left out of the package names that follow, one list for each floor. */
  @SafeVarargs
  public Floors(String prefix, List<String>... floors) {
    this.prefix = prefix;
    for (int floor = 0; floor < floors.length; floor++) {
      for (String name : floors[floor]) {
        floorOf.put(name, floor);
      }
    }
  }

  public ArchRule rule() {
    return classes()
        .that()
        .resideInAPackage(prefix + "..")
        .should(useOnlyTheirFloorOrBelow())
        .allowEmptyShould(true);
  }

  private ArchCondition<JavaClass> useOnlyTheirFloorOrBelow() {
    return new ArchCondition<>("use only packages on their own floor or below") {
      @Override
      public void check(JavaClass type, ConditionEvents events) {
        Integer own = floorOf.get(shortName(type));
        if (own == null) {
          violation(events, type, type.getPackageName() + " has no floor: give it one here");
          return;
        }
        for (Dependency dependency : type.getDirectDependenciesFromSelf()) {
          Integer other =
              floorOf.get(shortName(dependency.getTargetClass().getBaseComponentType()));
          if (other != null && other > own) {
            violation(events, type, "upwards: " + dependency.getDescription());
          }
        }
      }
    };
  }

  private String shortName(JavaClass type) {
    String name = type.getPackageName();
    if (name.equals(prefix)) {
      return "";
    }
    return name.startsWith(prefix + ".") ? name.substring(prefix.length() + 1) : name;
  }

  private static void violation(ConditionEvents events, JavaClass type, String message) {
    events.add(SimpleConditionEvent.violated(type, message));
  }
}
