import { createIcon, createOutlineIcon } from './icon.tsx'

// Those of lists, and of what is closed.

export const CloseIcon = createOutlineIcon('m6.5 6.5 11 11M17.5 6.5l-11 11')
export const ArrowUpIcon = createOutlineIcon('M12 19V5.5M6.5 11 12 5.5l5.5 5.5')
export const ArrowDownIcon = createOutlineIcon('M12 5v13.5M6.5 13l5.5 5.5 5.5-5.5')

const starShape = 'm12 4.5 2.3 4.8 5.2.7-3.8 3.7.9 5.3-4.6-2.5L7.4 19l.9-5.3L4.5 10l5.2-.7Z'
export const StarIcon = createOutlineIcon(starShape)
export const StarFilledIcon = createIcon(<path d={starShape} fill="currentColor" />)
