package io.straggler.model;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class GeneratedNamesTest {
    /** Names as tools have made them, of JVMs from 8 to 25. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                // Lambdas and forms of method handles: JFR, stacks, async-profiler, native images.
                "com.acme.Book$$Lambda$229+0x00007efbf0189590.2016949136|com.acme.Book$$Lambda",
                "com.acme.Book$$Lambda$14/0x0000000800c01220|com.acme.Book$$Lambda",
                "com.acme.Book$$Lambda/0x00007ffa600c4da0|com.acme.Book$$Lambda",
                "com.acme.Book$$Lambda$17/1234567|com.acme.Book$$Lambda",
                "com.acme.Book$$Lambda/s8f1a2b3c|com.acme.Book$$Lambda",
                "com.acme.Book$$Lambda$ByteBuddy$12|com.acme.Book$$Lambda",
                "io.opentelemetry.context.Context$$Lambda$lambda$wrap$2$2630016632.0x00000000000100dd|io.opentelemetry.context.Context$$Lambda$lambda$wrap$2",
                "io.opentelemetry.context.Context$$Lambda$lambda$wrap$2$2630016632|io.opentelemetry.context.Context$$Lambda$lambda$wrap$2",
                "com.acme.Book$$Lambda$lambda$doWork$1$1283928880|com.acme.Book$$Lambda$lambda$doWork$1",
                "java.lang.invoke.LambdaForm$DMH.0x0000007001008000|java.lang.invoke.LambdaForm$DMH",
                "java.lang.invoke.LambdaForm$DMH.1234567|java.lang.invoke.LambdaForm$DMH",
                "java.lang.invoke.LambdaForm$DMH/589431969|java.lang.invoke.LambdaForm$DMH",
                "java.lang.invoke.LambdaForm$DMH/sa346b79c|java.lang.invoke.LambdaForm$DMH",
                "java.lang.invoke.LambdaForm$MH/0x00007efbf0001000|java.lang.invoke.LambdaForm$MH",
                "java.lang.invoke.LambdaForm$DMH001|java.lang.invoke.LambdaForm$DMH",
                "com.acme.Order$$TypeSwitch/0x00007efbf0001000|com.acme.Order$$TypeSwitch",
                // Reflection, serialization, events.
                "jdk.internal.reflect.GeneratedMethodAccessor12|jdk.internal.reflect.GeneratedMethodAccessor",
                "sun.reflect.GeneratedMethodAccessor31|sun.reflect.GeneratedMethodAccessor",
                "sun.reflect.GeneratedConstructorAccessor7|sun.reflect.GeneratedConstructorAccessor",
                "jdk.jfr.internal.handlers.EventHandler3799_1795226943386-2800|jdk.jfr.internal.handlers.EventHandler",
                // Proxies of the JDK.
                "$Proxy57|$Proxy",
                "com.sun.proxy.$Proxy57|com.sun.proxy.$Proxy",
                "jdk.proxy2.$Proxy57|jdk.proxy.$Proxy",
                "com.acme.orders.$Proxy8|com.acme.orders.$Proxy",
                // CGLIB, Spring, Guice.
                "hello.core.AppConfig$$EnhancerBySpringCGLIB$$bd479d70|hello.core.AppConfig$$EnhancerBySpringCGLIB",
                "com.acme.FieldServiceImpl$$FastClassBySpringCGLIB$$c15450b|com.acme.FieldServiceImpl$$FastClassBySpringCGLIB",
                "com.acme.DruidConfig$$EnhancerBySpringCGLIB$$155ee6c5$$FastClassBySpringCGLIB$$25271246|com.acme.DruidConfig$$EnhancerBySpringCGLIB$$FastClassBySpringCGLIB",
                "com.acme.MemberService$$SpringCGLIB$$0|com.acme.MemberService$$SpringCGLIB",
                "com.acme.MemberService$$SpringCGLIB$$FastClass$$1|com.acme.MemberService$$SpringCGLIB$$FastClass",
                "org.SpringAop.model.Circle$$EnhancerByCGLIB$$e02a93a2|org.SpringAop.model.Circle$$EnhancerByCGLIB",
                "com.acme.Circle$$EnhancerByCGLIB$$e02a93a2_3|com.acme.Circle$$EnhancerByCGLIB",
                "com.acme.Circle$$EnhancerByMockitoWithCGLIB$$19ce7f1b|com.acme.Circle$$EnhancerByMockitoWithCGLIB",
                "com.publicobject.pizza.RealBillingService$$EnhancerByGuice$$49ed77ce|com.publicobject.pizza.RealBillingService$$EnhancerByGuice",
                "io.druid.guice.DruidProcessingModule$$FastClassByGuice$$8e266e5c|io.druid.guice.DruidProcessingModule$$FastClassByGuice",
                "com.mutiitu.dao.BlogEntryDao$$FastClassByGuice$$279568|com.mutiitu.dao.BlogEntryDao$$FastClassByGuice",
                // ByteBuddy, Hibernate, Mockito, SkyWalking.
                "com.acme.A$ByteBuddy$tMYwZj7p|com.acme.A$ByteBuddy",
                "org.mockito.internal.util.reflection.InstrumentationMemberAccessor$Dispatcher$ByteBuddy$rAVJIIcH|org.mockito.internal.util.reflection.InstrumentationMemberAccessor$Dispatcher$ByteBuddy",
                "study.datajpa.entity.Team$HibernateProxy$TaiCEYpU|study.datajpa.entity.Team$HibernateProxy",
                "com.acme.E$HibernateProxy$x8Yz12Qw|com.acme.E$HibernateProxy",
                "com.acme.E$HibernateAccessOptimizer$d6Tm47Dx|com.acme.E$HibernateAccessOptimizer",
                "com.acme.MemberRepository$MockitoMock$q8bTQU93|com.acme.MemberRepository$MockitoMock",
                "org.apache.commons.jxpath.ri.compiler.Step$MockitoMock$842867028|org.apache.commons.jxpath.ri.compiler.Step$MockitoMock",
                "com.acme.Step$MockitoMock$842867028$auxiliary$KDNm4G6W|com.acme.Step$MockitoMock$auxiliary",
                "org.apache.catalina.core.StandardHostValve$auxiliary$d1bv3ZEZ|org.apache.catalina.core.StandardHostValve$auxiliary",
                // Javassist, JBoss, OpenWebBeans.
                "com.linde.wms.dto.BinGroupInfoDto_$$_jvst38e_0|com.linde.wms.dto.BinGroupInfoDto_$$_jvst",
                "com.acme.EncounterType_$$_javassist_26|com.acme.EncounterType_$$_javassist",
                "com.acme.Person_$$_javassist_seam_4|com.acme.Person_$$_javassist_seam",
                "com.acme.ValidadorAcessoServiceBean$$$view17|com.acme.ValidadorAcessoServiceBean$$$view",
                "org.apache.webbeans.custom.Map$$OwbNormalScopeProxy14900025290|org.apache.webbeans.custom.Map$$OwbNormalScopeProxy",
                // Clojure.
                "user$eval14994$fn__14995|user$eval$fn",
                "user$eval5|user$eval",
                "nrepl.middleware.interruptible_eval$interruptible_eval$fn__1278$fn__1282|nrepl.middleware.interruptible_eval$interruptible_eval$fn$fn",
                "datomic.process.SharedCriticalFailure$reify__14946|datomic.process.SharedCriticalFailure$reify",
                "clojure.core$map$iter__4309__4313$fn__4314|clojure.core$map$iter$fn",
                "acme.core$for$iter__4309__auto____1234|acme.core$for$iter__auto__",
                "acme.orders$wrap$handler__5678|acme.orders$wrap$handler",
                // Spark, Trino, Groovy.
                "org.apache.spark.sql.catalyst.expressions.GeneratedClass$GeneratedIteratorForCodegenStage12|org.apache.spark.sql.catalyst.expressions.GeneratedClass$GeneratedIteratorForCodegenStage",
                "io.trino.$gen.PageProcessor_20240101_123456_12|io.trino.$gen.PageProcessor",
                "io.trino.$gen.Trino_351____20210113_184151_2|io.trino.$gen.Trino_351",
                "com.facebook.presto.$gen.PageFilter_aggregation_20240101_123456_7|com.facebook.presto.$gen.PageFilter_aggregation",
                "script14794455002432071560243$_run_closure2$_closure4|script$_run_closure2$_closure4",
            })
    void shouldCallClassesThatAreMadeAtRunTimeTheSameInEveryJvm(String name, String expected) {
        assertThat(GeneratedNames.ofClass(name)).isEqualTo(expected);
        assertThat(GeneratedNames.ofClass(expected)).as("applied again").isEqualTo(expected);
        assertThat(GeneratedNames.ofFrame(name + ".invoke")).isEqualTo(expected + ".invoke");
    }

    /** Names that people and compilers give: the same wherever the class file runs. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "org.apache.logging.log4j.core.impl.Log4j2Provider",
                "java.util.Base64$Encoder",
                "com.acme.v2.Orders",
                "com.acme.Order$12",
                "com.acme.Order$1$2",
                "com.acme.GeneratedOrder7",
                "com.acme.GeneratedMethodAccessorFactory2",
                "com.acme.Packet0x00ff00",
                "com.acme.Proxy2",
                "com.acme.Http2$Proxy",
                "com.acme.Book$$Lambda$Wrapper",
                "com.acme.Types$ByteBuddy$Strategy",
                "net.bytebuddy.ByteBuddy$EnumerationImplementation",
                "com.acme.Orders$HibernateProxyHelper",
                "com.acme.Table$Row__12",
                "com.acme.Scripts$Script12",
                "com.acme.Shop$$anonfun$place$1",
                "com.acme.Shop$$anonfun$11",
                "com.acme.Shop$$anon$11",
                "com.acme.OrdersKt$place$1",
                "com.acme.OrdersKt$place$$inlined$map$1$2",
                "com.acme.Orders$_run_closure1$_closure3",
                "com.acme.ScopedRunner$Proxy$_$$_WeldSubclass",
                "java.lang.invoke.BoundMethodHandle$Species_L3",
                "org.apache.spark.sql.catalyst.expressions.GeneratedClass$SpecificUnsafeProjection",
                "acme.core$do_it",
                "acme.utf8$encode_16",
                "io.trino.operator.project.PageProcessor",
            })
    void shouldLeaveNamesOfPeopleAndCompilersAsTheyAreWritten(String name) {
        assertThat(GeneratedNames.ofClass(name)).isEqualTo(name);
        assertThat(GeneratedNames.ofFrame(name + ".invoke")).isEqualTo(name + ".invoke");
    }

    /** Names that match for as long as possible, and then do not; each two hundred times. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "io.trino.$gen.|_|",
                "$$|ByA|",
                "$$|aByA$$|",
                "x$__|__1|x",
                "a$|fn__1$a|x",
                "x$$Lambda$a|$1|x",
                "script|1|x",
                "x$|HibernateA$|x"
            })
    @Timeout(20)
    void shouldTakeLittleTimeForAnyName(String parts) {
        String[] part = parts.split("\\|", -1);
        String name = part[0] + part[1].repeat(1_900 / part[1].length()) + part[2];
        for (int i = 0; i < 200; i++) {
            assertThat(GeneratedNames.ofClass(name)).isNotEmpty();
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "CGLIB$charge$0|CGLIB$charge",
                "CGLIB$STATICHOOK12|CGLIB$STATICHOOK",
                "sayHello$original$iTBZ0zHz|sayHello$original",
                "sayHello$original$iTBZ0zHz$accessor$KDNm4G6W|sayHello$original$accessor",
                "lambda$main$0|lambda$main$0",
                "$anonfun$place$1|$anonfun$place$1",
                "place-8Zx12|place-8Zx12",
                "place an order|place an order",
                "$plus|$plus",
                "access$000|access$000",
                "processNext|processNext"
            })
    void shouldLeaveOutOfMethodsOnlyWhatIsMadeAtRunTime(String name, String expected) {
        assertThat(GeneratedNames.ofMethod(name)).isEqualTo(expected);
        assertThat(GeneratedNames.ofFrame("com.acme.Orders." + name)).isEqualTo("com.acme.Orders." + expected);
        assertThat(GeneratedNames.ofFrame(name)).isEqualTo(expected);
    }
}
