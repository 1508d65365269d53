package io.straggler.agent.inside;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** A parameter of {@link HandOverAdvice.Suspended}: the last argument of the method that is instrumented, which can be replaced. */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.PARAMETER)
@interface LastArgument {}
