package io.straggler.junit;

import io.straggler.StragglerResult;
import io.straggler.harness.Harness;
import io.straggler.model.RunStatus;
import java.lang.reflect.Method;
import java.nio.file.Path;
import java.time.LocalDateTime;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.ExtensionConfigurationException;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.InvocationInterceptor;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;
import org.junit.jupiter.api.extension.ReflectiveInvocationContext;
import org.junit.platform.commons.support.AnnotationSupport;
import org.opentest4j.AssertionFailedError;

/** Runs the method of a {@link PacedTest} many times where JUnit would run it once, and judges what was measured. */
final class PacedTestExtension implements InvocationInterceptor, ParameterResolver {
    @Override
    public void interceptTestMethod(
            Invocation<Void> invocation, ReflectiveInvocationContext<Method> call, ExtensionContext context)
            throws Throwable {
        invocation.skip();
        Method method = call.getExecutable();
        PacedTest paced =
                AnnotationSupport.findAnnotation(method, PacedTest.class).orElseThrow();
        PacedSettings settings = PacedSettings.of(paced);
        StragglerResult result = settings.options()
                .name(context.getRequiredTestClass().getName() + "." + method.getName())
                .out(place(context, method))
                .run(new PacedMethod(call.getTarget().orElseThrow(), method));
        PacedOutcome outcome = PacedOutcome.of(result, settings.limits());
        context.publishReportEntry(outcome.entries());
        if (result.status() == RunStatus.FAILED && result.cause().isPresent()) {
            throw result.cause().get();
        }
        if (outcome.failed()) {
            throw new AssertionFailedError(outcome.message());
        }
    }

    private static Path place(ExtensionContext context, Method method) {
        return RunPlace.of(
                context.getConfigurationParameter(RunPlace.PARAMETER),
                Path.of("").toAbsolutePath(),
                context.getRequiredTestClass(),
                method.getName(),
                LocalDateTime.now());
    }

    @Override
    public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
        if (!AnnotationSupport.isAnnotated(parameter.getDeclaringExecutable(), PacedTest.class)) {
            return false;
        }
        if (parameter.getParameter().getType() != Harness.class || parameter.getIndex() > 0) {
            throw new ExtensionConfigurationException("parameters of a @PacedTest must be none or one Harness: method="
                    + parameter.getDeclaringExecutable().getName());
        }
        return true;
    }

    /** Nothing yet: the method gets the harness when there is one, from {@link PacedMethod}. */
    @Override
    public @Nullable Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
        return null;
    }
}
