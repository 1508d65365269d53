package io.straggler.agent.inside;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.function.Supplier;
import net.bytebuddy.jar.asm.ClassWriter;
import net.bytebuddy.jar.asm.MethodVisitor;
import net.bytebuddy.jar.asm.Opcodes;
import net.bytebuddy.jar.asm.Type;
import org.jspecify.annotations.Nullable;

/**
 * Makes continuations that replace those given to suspended functions of Kotlin, and that tell of the end.
 *
 * <p>Each is what the compiler makes of a function that calls another one and returns what that returns. Such a function keeps the context and the dispatcher: its continuation
 * extends {@code ContinuationImpl} where the one that it stands for does so, because the library asks that class for the dispatcher.
 *
 * <pre>
 *   suspend fun completion() { val result = function(); completed(); return result }
 * </pre>
 *
 * <p>The classes are in a loader of their own below that of Kotlin's library.
 */
final class Completions {
    private static final String INTERNAL = "kotlin/coroutines/jvm/internal/";
    private static final String CONTINUATION = "kotlin/coroutines/Continuation";
    private static final String CONTEXT = "kotlin/coroutines/CoroutineContext";
    private static final String OBJECT = "java/lang/Object";
    private static final String NAME = "io.straggler.agent.Completion";

    /** Makers of completions by {@code ContinuationImpl} or {@code BaseContinuationImpl}, which they extend. */
    private static final ClassValue<Maker> BY_SUPERCLASS = new ClassValue<>() {
        @Override
        protected Maker computeValue(Class<?> superclass) {
            return Maker.extending(superclass);
        }
    };

    /** Makers of completions by the class of the continuation that they stand for. */
    private static final ClassValue<Maker> BY_CONTINUATION = new ClassValue<>() {
        @Override
        protected Maker computeValue(Class<?> type) {
            return Maker.of(type);
        }
    };

    /** Loads the class of completions. */
    private static final class Loader extends ClassLoader {
        private Loader(ClassLoader kotlin) {
            super(kotlin);
        }

        private Class<?> define(byte[] code) {
            return defineClass(NAME, code, 0, code.length);
        }
    }

    /**
     * Maker of completions.
     *
     * @param constructor is given a continuation and a {@link Suspended}; null if none can be made
     */
    private record Maker(@Nullable MethodHandle constructor) {
        private static final Maker NONE = new Maker(null);

        private static Maker of(Class<?> type) {
            for (Class<?> each = type; each != null; each = each.getSuperclass()) {
                if (each.getName().equals(CoroutineFrames.DISPATCHED)
                        || each.getName().equals(CoroutineFrames.BASE)) {
                    return BY_SUPERCLASS.get(each);
                }
            }
            try {
                Class<?> continuation = CoroutineFrames.supertype(type, CoroutineFrames.CONTINUATION);
                return continuation == null
                        ? NONE
                        : BY_SUPERCLASS.get(Class.forName(CoroutineFrames.BASE, false, continuation.getClassLoader()));
            } catch (ClassNotFoundException | LinkageError e) {
                return NONE;
            }
        }

        private static Maker extending(Class<?> superclass) {
            try {
                Class<?> made = new Loader(superclass.getClassLoader()).define(code(superclass));
                Class<?> continuation = Class.forName(CoroutineFrames.CONTINUATION, false, superclass.getClassLoader());
                return new Maker(MethodHandles.publicLookup()
                        .findConstructor(made, MethodType.methodType(void.class, continuation, Object.class))
                        .asType(MethodType.methodType(Object.class, Object.class, Object.class)));
            } catch (ReflectiveOperationException | LinkageError e) {
                return NONE; // Of a version that has other ones.
            }
        }
    }

    private Completions() {}

    /** Stands for a continuation; null if Kotlin's classes are not as expected. */
    static @Nullable Object of(Object continuation, Suspended suspended) throws Throwable {
        MethodHandle constructor = BY_CONTINUATION.get(continuation.getClass()).constructor;
        return constructor == null ? null : (Object) constructor.invokeExact(continuation, (Object) suspended);
    }

    /** Whether a class is that of completions. */
    static boolean isClassOf(Class<?> type) {
        return type.getClassLoader() instanceof Loader;
    }

    /** The call whose end a completion tells; null if an object is none. */
    static @Nullable Suspended suspended(Object completion) {
        return isClassOf(completion.getClass()) && completion instanceof Supplier<?> known
                ? (Suspended) known.get()
                : null;
    }

    private static byte[] code(Class<?> superclass) {
        String above = Type.getInternalName(superclass);
        String own = NAME.replace('.', '/');
        ClassWriter writer = new ClassWriter(ClassWriter.COMPUTE_MAXS);
        writer.visit(
                Opcodes.V1_8,
                Opcodes.ACC_PUBLIC | Opcodes.ACC_FINAL | Opcodes.ACC_SUPER | Opcodes.ACC_SYNTHETIC,
                own,
                null,
                above,
                new String[] {"java/util/function/Supplier"});
        writer.visitField(Opcodes.ACC_PRIVATE | Opcodes.ACC_FINAL, "suspended", "L" + OBJECT + ";", null, null)
                .visitEnd();

        MethodVisitor made = writer.visitMethod(
                Opcodes.ACC_PUBLIC, "<init>", "(L" + CONTINUATION + ";L" + OBJECT + ";)V", null, null);
        made.visitVarInsn(Opcodes.ALOAD, 0);
        made.visitVarInsn(Opcodes.ALOAD, 1);
        made.visitMethodInsn(Opcodes.INVOKESPECIAL, above, "<init>", "(L" + CONTINUATION + ";)V", false);
        made.visitVarInsn(Opcodes.ALOAD, 0);
        made.visitVarInsn(Opcodes.ALOAD, 2);
        made.visitFieldInsn(Opcodes.PUTFIELD, own, "suspended", "L" + OBJECT + ";");
        end(made, Opcodes.RETURN);

        MethodVisitor known = writer.visitMethod(Opcodes.ACC_PUBLIC, "get", "()L" + OBJECT + ";", null, null);
        known.visitVarInsn(Opcodes.ALOAD, 0);
        known.visitFieldInsn(Opcodes.GETFIELD, own, "suspended", "L" + OBJECT + ";");
        end(known, Opcodes.ARETURN);

        // The function is complete: its result is a value, or a failure that this throws for the function's caller.
        MethodVisitor resumed = writer.visitMethod(
                Opcodes.ACC_PROTECTED, "invokeSuspend", "(L" + OBJECT + ";)L" + OBJECT + ";", null, null);
        resumed.visitVarInsn(Opcodes.ALOAD, 0);
        resumed.visitFieldInsn(Opcodes.GETFIELD, own, "suspended", "L" + OBJECT + ";");
        resumed.visitMethodInsn(
                Opcodes.INVOKESTATIC, DefinedHook.NAME.replace('.', '/'), "completed", "(L" + OBJECT + ";)V", false);
        resumed.visitVarInsn(Opcodes.ALOAD, 1);
        resumed.visitMethodInsn(
                Opcodes.INVOKESTATIC, "kotlin/ResultKt", "throwOnFailure", "(L" + OBJECT + ";)V", false);
        resumed.visitVarInsn(Opcodes.ALOAD, 1);
        end(resumed, Opcodes.ARETURN);

        if (superclass.getName().equals(CoroutineFrames.BASE)) {
            MethodVisitor context =
                    writer.visitMethod(Opcodes.ACC_PUBLIC, "getContext", "()L" + CONTEXT + ";", null, null);
            context.visitVarInsn(Opcodes.ALOAD, 0);
            context.visitMethodInsn(Opcodes.INVOKEVIRTUAL, above, "getCompletion", "()L" + CONTINUATION + ";", false);
            context.visitMethodInsn(Opcodes.INVOKEINTERFACE, CONTINUATION, "getContext", "()L" + CONTEXT + ";", true);
            end(context, Opcodes.ARETURN);
        }
        writer.visitEnd();
        return writer.toByteArray();
    }

    private static void end(MethodVisitor method, int returns) {
        method.visitInsn(returns);
        method.visitMaxs(0, 0);
        method.visitEnd();
    }
}
