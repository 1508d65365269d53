/** The interface between the class that stands in front of JLBH's own and the adapter behind it. Knows neither of them, so that there is no cycle. */
package io.straggler.jlbh.shadow;
