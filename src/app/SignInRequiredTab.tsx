import { Trans, useLingui } from '@lingui/react/macro'
import { useLocation } from '@tanstack/react-router'
import { path } from '#sitemap'
import { LighthouseDrawing } from '#ui/icons/drawings.tsx'
import { EmptyState } from '#ui/Empty.tsx'
import { ButtonLink } from '#widgets/ButtonLink.tsx'
import { ScreenLayout } from '#widgets/ScreenLayout.tsx'

/** A tab of one's own without a person and without a network: what signing in gives (docs/rules/interface.md). */
export function SignInRequiredTab() {
  const { t } = useLingui()
  const { pathname, href } = useLocation()
  const isTrading = pathname === path.contracts
  return (
    <ScreenLayout title={isTrading ? t`Contract` : t`Personal`}>
      <EmptyState
        drawing={<LighthouseDrawing />}
        text={
          isTrading ? (
            <Trans>Signed in, you trade here and see what you hold. Signing in needs a connection.</Trans>
          ) : (
            <Trans>Signed in, your money, orders and settings are here. Signing in needs a connection.</Trans>
          )
        }
        action={
          <ButtonLink to={path.signIn} search={{ redirect: href }} kind="secondary">
            <Trans>Sign in</Trans>
          </ButtonLink>
        }
      />
    </ScreenLayout>
  )
}
