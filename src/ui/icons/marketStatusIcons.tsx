import { createOutlineIcon } from './icon.tsx'

/** A calm market, by day and by night. */
export const MoonIcon = createOutlineIcon('M19.6 14.4A7.8 7.8 0 1 1 9.9 4.6a6.2 6.2 0 0 0 9.7 9.8Z')
export const RippleIcon = createOutlineIcon(
  'M3 10.5c2.2 0 2.2-1.5 4.5-1.5s2.2 1.5 4.5 1.5S14.2 9 16.5 9s2.3 1.5 4.5 1.5M3 15c2.2 0 2.2-1.5 4.5-1.5S9.7 15 12 15s2.2-1.5 4.5-1.5S18.8 15 21 15',
)
/** One that moves as usual, and one that moves fast. */
export const PulseIcon = createOutlineIcon('M3 12h4l2-4 3 8 3-6 1.5 2H21')
export const SurgeIcon = createOutlineIcon('M3 13h3l2.2-8 4 15 3.2-12 1.8 5H21')
/** A jump within a minute. */
export const LeapIcon = createOutlineIcon('M3.5 17.5h6v-9h6M13 5l3.5 3.5L13 12')
export const ClockIcon = createOutlineIcon('M12 7.5V12l3 2M12 4.2a7.8 7.8 0 1 0 .1 0')
