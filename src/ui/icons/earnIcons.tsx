import { createOutlineIcon } from './icon.tsx'

/** A stack of coins. */
export const CoinsIcon = createOutlineIcon(
  'M6 8c0-1.4 2.7-2.5 6-2.5s6 1.1 6 2.5-2.7 2.5-6 2.5c-2.3 0-4.3-.5-5.3-1.3M6 8v8c0 1.4 2.7 2.5 6 2.5s6-1.1 6-2.5V8M6 12c0 1.4 2.7 2.5 6 2.5s6-1.1 6-2.5',
)
/** A machine with its fan. */
export const MiningMachineIcon = createOutlineIcon('M19.5 9V7h-15v10h15v-5M13 14.9a3 3 0 1 0-2-.1M12 12v.1M17 10.5v.1M17 13.5v.1')
/** A house that lends. */
export const LenderIcon = createOutlineIcon('M4.5 9.5 12 5l7.5 4.5M6.5 10v6.5M10.2 10v6.5M13.8 10v6.5M17.5 10v6.5M4.5 19h15')
/** Everything else. */
export const TilesIcon = createOutlineIcon('M5.5 5.5H10V10H5.5ZM14 5.5h4.5V10H14V7M5.5 14H10v4.5H5.5ZM14 14h4.5v4.5H14Z')
/** A link of a chain: coins that back one. */
export const ChainLinkIcon = createOutlineIcon(
  'M9.5 14.5 14.5 9.5M8 12l-1.7 1.7a2.8 2.8 0 0 0 4 4L12 16M12 8l1.7-1.7a2.8 2.8 0 0 1 4 4L16 12',
)
/** Several people who put something together. */
export const CrowdIcon = createOutlineIcon(
  'M4 18.5c.3-2.8 2-4.3 4.5-4.3s4.2 1.5 4.5 4.3M8.5 11.2a2.6 2.6 0 1 0-1.9-.8M15 11a2.5 2.5 0 1 0-1.2-4.7M16 14.3c2.3.2 3.7 1.7 4 4.2',
)
/** A way that parts. */
export const BranchingPathIcon = createOutlineIcon('M4.5 12H9L18.5 6M9 12l9.5 6M14.8 5.5h4v3.7M14.8 18.5h4v-3.7')
/** Into one's own tray. */
export const InwardIcon = createOutlineIcon('M12 4.5V14M8 10.3l4 4 4-4M5 14.5v4.5h14v-4.5')
