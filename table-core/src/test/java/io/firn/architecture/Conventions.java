package io.firn.architecture;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noFields;
import static com.tngtech.archunit.library.GeneralCodingRules.NO_CLASSES_SHOULD_ACCESS_STANDARD_STREAMS;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.lang.CompositeArchRule;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.NullMarked;

/** The rules that hold in every module. */
public final class Conventions {
  private Conventions() {}

  /** The main classes of the module whose tests run. */
  public static JavaClasses mainClasses() {
    return new ClassFileImporter().importPath(Path.of("target", "classes"));
  }

  /** Checks all of them. */
  public static void check(JavaClasses main) {
    List<ArchRule> rules =
        List.of(
            noCycles(),
            nullMarked(),
            names(),
            noMutableStatics(),
            NO_CLASSES_SHOULD_ACCESS_STANDARD_STREAMS);
    CompositeArchRule.of(rules).allowEmptyShould(true).check(main);
  }

  private static ArchRule noCycles() {
    return slices().matching("io.firn.(**)").should().beFreeOfCycles();
  }

  private static ArchRule nullMarked() {
    return classes()
        .should(
            new ArchCondition<JavaClass>("be in a package marked @NullMarked") {
              @Override
              public void check(JavaClass type, ConditionEvents events) {
                if (!type.getPackage().isAnnotatedWith(NullMarked.class)) {
                  String message = type.getName() + ": its package lacks @NullMarked";
                  events.add(SimpleConditionEvent.violated(type, message));
                }
              }
            });
  }

  private static ArchRule names() {
    return noClasses()
        .should()
        .haveNameMatching(".*(Impl|Utils?|Manager|Helper|Common|Base)")
        .orShould()
        .resideInAnyPackage("..util..", "..utils..", "..common..", "..impl..", "..base..");
  }

  private static ArchRule noMutableStatics() {
    return noFields().that().areStatic().should().notBeFinal();
  }
}
