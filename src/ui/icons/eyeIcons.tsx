import { createIcon, createOutlineIcon } from './icon.tsx'

// Those that show and hide figures.

const eyeShape = 'M3.5 12c2-3.7 4.9-5.5 8.5-5.5s6.5 1.8 8.5 5.5c-2 3.7-4.9 5.5-8.5 5.5S5.5 15.7 3.5 12Z'
export const EyeIcon = createIcon(
  <>
    <path d={eyeShape} />
    <circle cx="12" cy="12" r="2.5" />
  </>,
)
export const EyeOffIcon = createOutlineIcon(
  'M9.5 6.8a8.6 8.6 0 0 1 2.5-.3c3.6 0 6.5 1.8 8.5 5.5a13 13 0 0 1-2.3 3M6.2 8.3A12.4 12.4 0 0 0 3.5 12c2 3.7 4.9 5.5 8.5 5.5 1.3 0 2.5-.2 3.6-.7M4.5 4.5l15 15',
)
