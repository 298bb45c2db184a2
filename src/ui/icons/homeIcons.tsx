import { createOutlineIcon } from './icon.tsx'

// Those of the ways from home that stand behind “More” until somebody brings them forward.

/** A bolt. */
export const BoltIcon = createOutlineIcon('M13.5 4.5 6.5 13H12l-1.5 6.5L17.5 11H12l.8-3.5')
/** A cup with two handles. */
export const TrophyIcon = createOutlineIcon('M8 5h8v5a4 4 0 0 1-8 0V6.5M8 6.5H5V8a3 3 0 0 0 3 3M16 6.5h3V8a3 3 0 0 1-3 3M12 14v4M9 19h6')
/** What is said. */
export const ChatIcon = createOutlineIcon('M9 15.5v3.5l4-3.5h6V6H5v9.5h1.5M8.5 9.3h7M8.5 12.3h4')
/** Something new that grows. */
export const SproutIcon = createOutlineIcon(
  'M12 19v-8.5C12 7 9.5 5.5 6 5.5c0 3.5 2.5 5.5 6 5.5M12 14c0-3.2 2-4.8 5.8-4.8 0 3.3-2 4.8-4.3 4.8M8 19h8',
)
/** A curve that is computed. */
export const LineChartIcon = createOutlineIcon('M5 5v14h14M8 15.5l3-4 3 2 4-6')
/** By which a row is taken and moved. */
export const GripIcon = createOutlineIcon('M7 9h10M7 12h10M7 15h10')
export const AnchorIcon = createOutlineIcon('M12 8.5V20M12 8.5a2 2 0 1 0-1.5-.7M8.5 11.5h7M5 13.5c.3 4 3 6.5 7 6.5s6.7-2.5 7-6.5')
