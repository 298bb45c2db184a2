import { createOutlineIcon } from './icon.tsx'

// Those of lists, and of what is closed.

export const CloseIcon = createOutlineIcon('m6.5 6.5 11 11M17.5 6.5l-11 11')
export const ArrowUpIcon = createOutlineIcon('M12 19V5.5M6.5 11 12 5.5l5.5 5.5')
export const ArrowDownIcon = createOutlineIcon('M12 5v13.5M6.5 13l5.5 5.5 5.5-5.5')
