/**
 * How long tests wait for what must come, in milliseconds: a slow machine is slow, not wrong, and what hangs is found by the end of the run. Longer
 * than any of them takes on a machine that does much else.
 */
export const patienceMs = 600_000
