package io.straggler.agent.inside.metrics;

import java.lang.management.ManagementFactory;
import java.util.Date;
import java.util.Map;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.Supplier;
import javax.management.InstanceNotFoundException;
import javax.management.JMException;
import javax.management.MBeanAttributeInfo;
import javax.management.MBeanInfo;
import javax.management.MBeanServer;
import javax.management.MBeanServerFactory;
import javax.management.ObjectName;
import javax.management.StandardMBean;

/**
 * The bean {@code io.straggler:type=Agent}. It is registered where the program, or whoever looks into it, has made the platform's server for
 * beans. The agent makes none: a program that chooses the kind of its server, as application servers do, would come too late.
 *
 * <p>Threads: attributes on any, the rest on one.
 */
final class AgentBean extends StandardMBean implements AgentMXBean, AutoCloseable {
    static final String NAME = "io.straggler:type=Agent";

    private final Supplier<MetricValues> metrics;
    private final MBeanServer server;

    private AgentBean(Supplier<MetricValues> metrics, MBeanServer server) {
        super(AgentMXBean.class, true);
        this.metrics = metrics;
        this.server = server;
    }

    /**
     * Registers one.
     *
     * @return null if there is no server yet
     * @throws JMException if the server refuses it
     */
    static AgentBean register(Supplier<MetricValues> metrics) throws JMException {
        ObjectName runtime = new ObjectName(ManagementFactory.RUNTIME_MXBEAN_NAME);
        for (MBeanServer server : MBeanServerFactory.findMBeanServer(null)) {
            if (server.isRegistered(runtime)) {
                AgentBean bean = new AgentBean(metrics, server);
                server.registerMBean(bean, new ObjectName(NAME));
                return bean;
            }
        }
        return null;
    }

    @Override
    public void close() throws JMException {
        try {
            server.unregisterMBean(new ObjectName(NAME));
        } catch (InstanceNotFoundException e) {
            // Somebody else removed it.
        }
    }

    @Override
    protected String getDescription(MBeanInfo info) {
        return AgentMXBean.class.getAnnotation(Described.class).value();
    }

    @Override
    protected String getDescription(MBeanAttributeInfo attribute) {
        try {
            return AgentMXBean.class
                    .getMethod("get" + attribute.getName())
                    .getAnnotation(Described.class)
                    .value();
        } catch (NoSuchMethodException e) {
            throw new IllegalStateException("attributes must be those of the interface", e);
        }
    }

    @Override
    public String getIterations() {
        return metrics.get().iterations();
    }

    @Override
    public String getFolder() {
        return metrics.get().folder();
    }

    @Override
    public Date getSince() {
        return new Date(metrics.get().sinceEpochMs());
    }

    @Override
    public long getCount() {
        return metrics.get().calls().count();
    }

    @Override
    public Long getP50Ns() {
        return orNull(metrics.get().calls().p50Ns());
    }

    @Override
    public Long getP99Ns() {
        return orNull(metrics.get().calls().p99Ns());
    }

    @Override
    public Long getP999Ns() {
        return orNull(metrics.get().calls().p999Ns());
    }

    private static Long orNull(OptionalLong ns) {
        return ns.isPresent() ? ns.getAsLong() : null;
    }

    @Override
    public long getMaxNs() {
        return metrics.get().calls().maxNs();
    }

    @Override
    public long getThresholdNs() {
        return metrics.get().thresholdNs();
    }

    @Override
    public long getOutliers() {
        return metrics.get().outliers();
    }

    @Override
    public long getOutliersWithStack() {
        return metrics.get().outliersWithStack();
    }

    @Override
    public Map<String, Long> getOutliersByMethod() {
        return metrics.get().outliersByMethod();
    }

    @Override
    public Map<String, Long> getCountByMethod() {
        return byMethod(calls -> OptionalLong.of(calls.count()));
    }

    @Override
    public Map<String, Long> getP50NsByMethod() {
        return byMethod(MetricValues.Durations::p50Ns);
    }

    @Override
    public Map<String, Long> getP99NsByMethod() {
        return byMethod(MetricValues.Durations::p99Ns);
    }

    @Override
    public Map<String, Long> getP999NsByMethod() {
        return byMethod(MetricValues.Durations::p999Ns);
    }

    @Override
    public Map<String, Long> getMaxNsByMethod() {
        return byMethod(calls -> OptionalLong.of(calls.maxNs()));
    }

    private Map<String, Long> byMethod(Function<MetricValues.Durations, OptionalLong> metric) {
        Map<String, Long> known = new TreeMap<>();
        metrics.get()
                .callsByMethod()
                .forEach((method, calls) -> metric.apply(calls).ifPresent(value -> known.put(method, value)));
        return known;
    }
}
