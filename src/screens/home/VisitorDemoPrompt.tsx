import { Trans } from '@lingui/react/macro'
import { demoFundUsdt } from '#contract/constants.ts'
import { formatAmount } from '#i18n/number.ts'
import { path } from '#sitemap'
import { ButtonLink } from '#widgets/ButtonLink.tsx'
import styles from './Home.module.css'

/** What a visitor sees where a person's net assets stand. */
export function VisitorDemoPrompt() {
  const fund = formatAmount(demoFundUsdt, 0)
  return (
    <section className={styles.worth} aria-labelledby="invitation">
      <h2 id="invitation" className={styles.invitation}>
        <Trans>Try with demo money</Trans>
      </h2>
      <p className={styles.pitch}>
        <Trans>{fund} USDT to practise with. The same prices, costs and rules as an account. No sign-up.</Trans>
      </p>
      <div className={styles.pair}>
        <ButtonLink to={path.demoTrading} size="large">
          <Trans>Start a demo</Trans>
        </ButtonLink>
        <ButtonLink to={path.signIn} kind="secondary" size="large">
          <Trans>Sign in</Trans>
        </ButtonLink>
      </div>
    </section>
  )
}
