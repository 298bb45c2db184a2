import { Trans } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { useLanguage } from '#i18n/i18n.ts'
import { path } from '#sitemap'
import { LanguageIcon } from '#ui/icons/icons.tsx'
import styles from './Home.module.css'

/** How we deal, what can go wrong, and in which language. */
export function Footer() {
  const { label } = useLanguage()
  return (
    <footer className={styles.footer}>
      <p className={styles.risk}>
        <Trans>Leveraged trading can lose all the money that you put in. A loss never exceeds the margin and fees of the position.</Trans>
      </p>
      <ul className={styles.links}>
        <li>
          <Link to={path.priceRecord} className={styles.sectionLink}>
            <Trans>Fair dealing</Trans>
          </Link>
        </li>
        <li>
          <Link to={path.settings} className={styles.sectionLink}>
            <LanguageIcon />
            {label}
          </Link>
        </li>
      </ul>
    </footer>
  )
}
