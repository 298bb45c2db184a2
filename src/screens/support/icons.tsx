import { createOutlineIcon } from '#ui/icons/icon.tsx'

export const PaperclipIcon = createOutlineIcon(
  'M16.5 8.5 10 15a1.8 1.8 0 0 1-2.5-2.5L14.5 5.5a3 3 0 0 1 4.2 4.2L11.5 17a4.3 4.3 0 0 1-6.1-6.1l5.1-5.1',
)
export const SendIcon = createOutlineIcon('M5 5.5 19.5 12 5 18.5 7 12ZM7 12h6.5')
