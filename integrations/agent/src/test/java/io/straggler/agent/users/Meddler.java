package io.straggler.agent.users;

import java.io.IOException;
import java.io.OutputStream;
import java.lang.instrument.ClassFileTransformer;
import java.lang.instrument.Instrumentation;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.ProtectionDomain;
import java.util.jar.Attributes;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import net.bytebuddy.ByteBuddy;
import net.bytebuddy.dynamic.ClassFileLocator;

/** Somebody else's agent, which gives a class another field when that is changed after it was loaded. The JVM refuses that. */
public final class Meddler implements ClassFileTransformer {
    private final String name;

    private Meddler(String name) {
        this.name = name;
    }

    /** @param name of the class, with dots */
    public static void premain(String name, Instrumentation instrumentation) {
        instrumentation.addTransformer(new Meddler(name), true);
    }

    /** Makes the agent's jar, which needs a class path with this class. */
    public static void write(Path jar) throws IOException {
        Manifest manifest = new Manifest();
        manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
        manifest.getMainAttributes().putValue("Premain-Class", Meddler.class.getName());
        manifest.getMainAttributes().putValue("Can-Retransform-Classes", "true");
        try (OutputStream file = Files.newOutputStream(jar)) {
            new JarOutputStream(file, manifest).close();
        }
    }

    @Override
    public byte[] transform(
            ClassLoader loader, String path, Class<?> loaded, ProtectionDomain domain, byte[] classFile) {
        if (loaded == null || !loaded.getName().equals(name)) {
            return null;
        }
        try {
            return new ByteBuddy()
                    .redefine(loaded, ClassFileLocator.Simple.of(name, classFile))
                    .defineField("meddled", int.class)
                    .make()
                    .getBytes();
        } catch (RuntimeException | LinkageError e) {
            e.printStackTrace(); // The JVM would say nothing of it.
            throw e;
        }
    }
}
