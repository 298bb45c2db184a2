import { createOutlineIcon } from './icon.tsx'

/** A pennant: the level that one has. */
export const PennantIcon = createOutlineIcon('M6.5 20V4.5M6.5 5.5 18 9.5l-11.5 4')
/** Two people: who came by an invitation. */
export const PeopleIcon = createOutlineIcon(
  'M9 11.5a3 3 0 1 0-2.2-.95M3.5 18.5c.5-2.9 2.6-4.2 5.5-4.2s5 1.3 5.5 4.2M15 5.8a3 3 0 0 1 1 5.4M17 14.6c2 .5 3.2 1.8 3.5 3.9',
)
/** A parcel: benefits. */
export const GiftIcon = createOutlineIcon(
  'M5 10.5v8.5h14v-8.5M4 7.5h16v3H4ZM12 7.5V19M12 7.5C9 7.5 8 4.5 10 4.5c1.4 0 2 1.6 2 3 0-1.4.6-3 2-3 2 0 1 3-2 3',
)
