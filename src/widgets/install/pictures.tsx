import type { ReactNode } from 'react'
import styles from './AppleInstallStepsSheet.module.css'

// Drawn, not photographed: they follow the theme and say no word in a language that the phone may not speak.

const Picture = ({ children }: { children: ReactNode }) => (
  <svg className={styles.picture} viewBox="0 0 120 76" aria-hidden="true" focusable="false">
    <rect x="0.5" y="0.5" width="119" height="75" rx="10" className={styles.paper} />
    {children}
  </svg>
)

const share = 'M0 -9V5M-4 -5.5 0 -9.5l4 4M-3.5 -1.5H-7V9H7V-1.5H3.5'

/** The browser's bar, Share in its middle. */
export const BrowserShareBarPicture = () => (
  <Picture>
    <path d="M14 16h92M14 25h64" className={styles.faint} />
    <path d="M.5 44h119" className={styles.line} />
    <path d="m19 54-6 6 6 6M37 54l6 6-6 6M79 53h10v13H79ZM101 54h12M101 60h12M101 66h12" className={styles.line} />
    <circle cx="60" cy="60" r="13" className={styles.mark} />
    <path d={share} transform="translate(60 61)" className={styles.ink} />
  </Picture>
)

/** A row of the list that Share opens, with its plus in a box. */
export const AddToHomeScreenPicture = () => (
  <Picture>
    <path d="M14 14h58M98 10h8v8h-8Z" className={styles.faint} />
    <rect x="7" y="26" width="106" height="24" rx="7" className={styles.mark} />
    <path d="M15 38h58" className={styles.ink} />
    <path d="M93 31h13v13H93ZM99.5 34.5v6M96.5 37.5h6" className={styles.ink} />
    <path d="M14 62h44M98 58h8v8h-8Z" className={styles.faint} />
  </Picture>
)

/** The home screen with our mark among others. */
export const HomeScreenPicture = () => (
  <Picture>
    <path d="M14 12h18v18H14ZM41 12h18v18H41ZM68 12h18v18H68ZM14 43h18v18H14ZM68 43h18v18H68Z" className={styles.faint} />
    <rect x="38" y="40" width="24" height="24" rx="6" className={styles.mark} />
    <g transform="translate(40.5 42.5) scale(.3)" className={styles.ink} strokeWidth="4">
      <circle cx="32" cy="25" r="15" />
      <path d="M32 25c0 14-8 18-22 18M6 52h52" />
    </g>
  </Picture>
)
