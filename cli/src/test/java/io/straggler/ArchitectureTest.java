package io.straggler;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.belongToAnyOf;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.library.dependencies.SliceAssignment;
import com.tngtech.archunit.library.dependencies.SliceIdentifier;
import io.straggler.sampler.linux.NativeThread;

/** The arrows between the modules, as the design has them. */
@AnalyzeClasses(packages = "io.straggler", importOptions = ImportOption.DoNotIncludeTests.class)
class ArchitectureTest {
    private static final String MODEL = "io.straggler.model..";
    private static final String HARNESS = "io.straggler.harness..";
    private static final String SAMPLER = "io.straggler.sampler..";
    private static final String JFR = "io.straggler.jfr..";
    private static final String DIAGNOSIS = "io.straggler.diagnosis..";
    private static final String STATISTICS = "io.straggler.diagnosis.statistics..";
    private static final String FLAMEGRAPH = "io.straggler.flamegraph..";
    private static final String[] RUN = {"io.straggler", "io.straggler.accuracy..", "io.straggler.anyrecording.."};
    private static final String[] COMPARE = {"io.straggler.compare..", "io.straggler.gate.."};
    private static final String RATES = "io.straggler.rates..";
    private static final String REMEDIES = "io.straggler.remedies..";
    private static final String SELFTEST = "io.straggler.selftest..";
    private static final String PING = "io.straggler.ping..";
    private static final String FLEET = "io.straggler.fleet..";
    private static final String CLI = "io.straggler.cli..";
    private static final String JAVA = "java..";

    @ArchTest
    static final ArchRule SHOULD_LET_THE_MODEL_DEPEND_ON_NOTHING = only(MODEL, JAVA, MODEL);

    /** Else the package and its parent would be a cycle. */
    @ArchTest
    static final ArchRule SHOULD_LET_THE_MODELS_VALUES_KNOW_NO_HOOK =
            never("io.straggler.model", "io.straggler.model.hook");

    @ArchTest
    static final ArchRule SHOULD_LET_THE_HARNESS_KNOW_THE_MODEL_ONLY =
            only(HARNESS, JAVA, MODEL, HARNESS, "org.HdrHistogram..");

    @ArchTest
    static final ArchRule SHOULD_LET_THE_SAMPLER_KNOW_THE_MODEL_ONLY =
            only(SAMPLER, JAVA, "javax.management..", MODEL, SAMPLER, "one.profiler..", "com.sun.jna..");

    @ArchTest
    static final ArchRule SHOULD_LET_THE_JFR_BRIDGE_KNOW_THE_MODEL_ONLY =
            only(JFR, JAVA, "javax.management..", "jdk.jfr..", MODEL, JFR, "one.jfr..");

    @ArchTest
    static final ArchRule SHOULD_LET_DIAGNOSIS_KNOW_THE_MODEL_ONLY =
            only(DIAGNOSIS, JAVA, MODEL, DIAGNOSIS, "org.apache.commons.statistics.distribution..");

    @ArchTest
    static final ArchRule SHOULD_LET_STATISTICS_KNOW_THE_MODEL_ONLY =
            only(STATISTICS, JAVA, MODEL, STATISTICS, "org.apache.commons.statistics.distribution..");

    @ArchTest
    static final ArchRule SHOULD_LET_STATISTICS_ALONE_KNOW_DISTRIBUTIONS = noClasses()
            .that()
            .resideOutsideOfPackage(STATISTICS)
            .should()
            .dependOnClassesThat()
            .resideInAPackage("org.apache.commons..");

    @ArchTest
    static final ArchRule SHOULD_LET_FLAME_GRAPHS_KNOW_WHAT_WAS_CONCLUDED_ONLY =
            only(FLAMEGRAPH, JAVA, MODEL, DIAGNOSIS, FLAMEGRAPH, "tools.jackson..", "one.convert..");

    @ArchTest
    static final ArchRule SHOULD_LET_THE_SCORE_KNOW_WHAT_WAS_CONCLUDED_ONLY = classes()
            .that()
            .resideInAPackage("io.straggler.selftest")
            .should()
            .onlyDependOnClassesThat()
            .resideInAnyPackage(
                    JAVA,
                    MODEL,
                    DIAGNOSIS,
                    "io.straggler.accuracy..",
                    "io.straggler.selftest",
                    "io.straggler.selftest.fault",
                    "tools.jackson..");

    @ArchTest
    static final ArchRule SHOULD_LET_THE_TABLE_OF_FAULTS_KNOW_THEIR_INJECTORS = only(
            "io.straggler.selftest.fault..",
            JAVA,
            DIAGNOSIS,
            "io.straggler.selftest.fault..",
            "io.straggler.selftest.inject..");

    @ArchTest
    static final ArchRule SHOULD_LET_INJECTORS_KNOW_THREADS_AND_LIBRARIES_ONLY = only(
            "io.straggler.selftest.inject..",
            JAVA,
            SAMPLER,
            "io.straggler.model.file",
            "io.straggler.selftest.inject..",
            "com.sun.jna..",
            "com.sun.net.httpserver..",
            "javax.crypto..",
            "javax.management..",
            "javax.xml..",
            "org.w3c.dom..",
            "org.xml.sax..");

    @ArchTest
    static final ArchRule SHOULD_LET_THE_SELF_TESTS_TASKS_KNOW_WHAT_A_TASK_KNOWS = only(
            "io.straggler.selftest.task..", JAVA, HARNESS, SAMPLER, "io.straggler.model", "io.straggler.selftest..");

    /** Of the sampler only what binds a thread to a core. */
    @ArchTest
    static final ArchRule SHOULD_LET_PINGS_KNOW_WHAT_A_TASK_KNOWS = classes()
            .that()
            .resideInAPackage(PING)
            .should()
            .onlyDependOnClassesThat(resideInAnyPackage(JAVA, HARNESS, "io.straggler.model.text", PING)
                    .or(belongToAnyOf(NativeThread.class)));

    @ArchTest
    static final ArchRule SHOULD_KEEP_THE_PROFILER_OUT_OF_REACH_OF_THE_MEASURED_LOOP = never(HARNESS, SAMPLER);

    @ArchTest
    static final ArchRule SHOULD_LET_THE_SAMPLER_WATCH_ANY_JVM = never(SAMPLER, HARNESS);

    @ArchTest
    static final ArchRule SHOULD_DRAW_WITHOUT_RECORDINGS = never(FLAMEGRAPH, JFR);

    @ArchTest
    static final ArchRule SHOULD_READ_RECORDINGS_IN_ONE_PLACE_ONLY = noClasses()
            .that()
            .resideOutsideOfPackage(JFR)
            .should()
            .dependOnClassesThat()
            .resideInAPackage("one.jfr..")
            .because("JFR ticks become nanoseconds in one place only");

    @ArchTest
    static final ArchRule SHOULD_LET_NOBODY_KNOW_THE_COMMAND_LINE = noClasses()
            .that()
            .resideOutsideOfPackage(CLI)
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage(CLI, "picocli..")
            .because("the command line wires everything, and nothing wires the command line");

    @ArchTest
    static final ArchRule SHOULD_LET_THE_CORE_KNOW_NO_STUDY = noClasses()
            .that()
            .resideInAnyPackage(MODEL, HARNESS, SAMPLER, JFR, DIAGNOSIS, FLAMEGRAPH, RUN[0], RUN[1], RUN[2])
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage(COMPARE[0], COMPARE[1], RATES, REMEDIES, SELFTEST, PING, FLEET)
            .because("the core knows one run, and studies can be deleted");

    @ArchTest
    static final ArchRule SHOULD_LET_COMPARISONS_KNOW_NO_OTHER_STUDY = noClasses()
            .that()
            .resideInAnyPackage(COMPARE)
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage(RATES, REMEDIES, SELFTEST, PING, FLEET);

    /** Rates may use the limits of comparisons, and nothing else of them. */
    @ArchTest
    static final ArchRule SHOULD_LET_RATES_KNOW_NO_OTHER_STUDY_BUT_LIMITS = noClasses()
            .that()
            .resideInAPackage(RATES)
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage(COMPARE[0], REMEDIES, SELFTEST, PING, FLEET);

    @ArchTest
    static final ArchRule SHOULD_LET_SELF_TESTS_KNOW_NO_OTHER_STUDY = noClasses()
            .that()
            .resideInAPackage(SELFTEST)
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage(COMPARE[0], COMPARE[1], RATES, REMEDIES, PING, FLEET);

    /** Neither the command line, nor what it runs. */
    @ArchTest
    static final ArchRule SHOULD_LET_WHAT_PROGRAMS_EMBED_KNOW_THE_LIBRARIES_ONLY = classes()
            .that()
            .resideInAnyPackage(RUN)
            .should()
            .onlyDependOnClassesThat(resideInAnyPackage(RUN)
                    .or(resideInAnyPackage(
                            JAVA,
                            "javax.management..",
                            "javax.xml.stream..",
                            "com.sun.management..",
                            "jdk.jfr..",
                            MODEL,
                            HARNESS,
                            SAMPLER,
                            JFR,
                            DIAGNOSIS,
                            FLAMEGRAPH,
                            "org.HdrHistogram..",
                            "tools.jackson..",
                            "com.fasterxml.jackson.annotation..")));

    @ArchTest
    static final ArchRule SHOULD_LET_NOBODY_KNOW_WHAT_IS_FOUND_BY_NAME = noClasses()
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage(
                    "io.straggler.agent..",
                    "io.straggler.jlbh..",
                    "io.straggler.jmh..",
                    "io.straggler.junit..",
                    FLEET,
                    "net.openhft..",
                    "org.openjdk..")
            .because("adapters and the study of fleets are found by name, in the JVM that has them");

    @ArchTest
    static final ArchRule SHOULD_HAVE_NO_CYCLES_BETWEEN_PACKAGES = slices().assignedFrom(new SliceAssignment() {
                @Override
                public SliceIdentifier getIdentifierOf(JavaClass type) {
                    return SliceIdentifier.of(type.getPackageName());
                }

                @Override
                public String getDescription() {
                    return "packages by full name";
                }
            })
            .should()
            .beFreeOfCycles();

    @ArchTest
    static final ArchRule SHOULD_LEAVE_EXIT_CODES_TO_THE_COMMAND_LINE = noClasses()
            .that()
            .resideOutsideOfPackage(CLI)
            .should()
            .callMethod(System.class, "exit", int.class)
            .orShould()
            .callMethod(Runtime.class, "exit", int.class)
            .orShould()
            .callMethod(Runtime.class, "halt", int.class)
            .because("libraries throw");

    @ArchTest
    static final ArchRule SHOULD_LEAVE_THE_TERMINAL_TO_THE_COMMAND_LINE = noClasses()
            .that()
            .resideOutsideOfPackage(CLI)
            .should()
            .accessField(System.class, "out")
            .orShould()
            .accessField(System.class, "err")
            .orShould()
            .callMethod(Throwable.class, "printStackTrace")
            .because("libraries throw");

    private static ArchRule only(String module, String... allowed) {
        return classes()
                .that()
                .resideInAPackage(module)
                .should()
                .onlyDependOnClassesThat()
                .resideInAnyPackage(allowed);
    }

    private static ArchRule never(String from, String to) {
        return noClasses()
                .that()
                .resideInAPackage(from)
                .should()
                .dependOnClassesThat()
                .resideInAPackage(to);
    }
}
