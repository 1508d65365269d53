package io.straggler.agent;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.simpleName;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

/** The arrows from and to this module. */
@AnalyzeClasses(packages = "io.straggler", importOptions = ImportOption.DoNotIncludeTests.class)
class AgentArchitectureTest {
    @ArchTest
    static final ArchRule SHOULD_BE_KNOWN_TO_NOBODY = noClasses()
            .that()
            .resideOutsideOfPackage("io.straggler.agent..")
            .should()
            .dependOnClassesThat()
            .resideInAPackage("io.straggler.agent..")
            .because("nothing depends on an integration");

    @ArchTest
    static final ArchRule SHOULD_SHOW_A_PROGRAM_CLASSES_THAT_NEED_NO_OTHERS = classes()
            .that()
            .resideInAPackage("io.straggler.agent")
            .should()
            .onlyDependOnClassesThat()
            .resideInAnyPackage("java..", "io.straggler.agent")
            .because("the rest is loaded where a program does not see it");

    /** It is defined where neither our classes nor libraries are. */
    @ArchTest
    static final ArchRule SHOULD_HOOK_WITH_WHAT_EVERY_CLASS_SEES = classes()
            .that()
            .haveFullyQualifiedName("io.straggler.agent.inside.CallHook")
            .should()
            .onlyDependOnClassesThat(resideInAnyPackage("java..").or(simpleName("CallHook")));
}
