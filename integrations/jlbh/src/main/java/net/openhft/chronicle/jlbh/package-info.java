/** The one class of JLBH that stands for another: in front of JLBH's jar, it is what a benchmark makes and starts. */
package net.openhft.chronicle.jlbh;
