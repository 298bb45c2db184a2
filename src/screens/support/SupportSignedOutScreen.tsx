import { Trans, useLingui } from '@lingui/react/macro'
import { useLocation } from '@tanstack/react-router'
import { path } from '#sitemap'
import { BookIcon, KeyIcon } from '#ui/icons/moreIcons.tsx'
import { Card } from '#ui/Card.tsx'
import { ChatIcon } from '#ui/icons/homeIcons.tsx'
import { SearchIcon } from '#ui/icons/icons.tsx'
import { Section } from '#ui/Section.tsx'
import { ButtonLink } from '#widgets/ButtonLink.tsx'
import { useHelpArticles } from '#widgets/help/useHelpArticles.ts'
import { RowLink } from '#widgets/RowLink.tsx'
import { ScreenLayout } from '#widgets/ScreenLayout.tsx'
import styles from './Support.module.css'
import { useIncomingSharedItems } from './useShared.ts'

const helpful = ['keep-your-account-safe', 'phishing', 'complaints']

/** Without an account: what signing in gives, and what helps without it. */
export function SupportSignedOutScreen({ shared }: { shared: 1 | 'lost' | undefined }) {
  const { t } = useLingui()
  const articles = useHelpArticles(helpful)
  const redirect = useLocation({ select: ({ href }) => href })
  const items = useIncomingSharedItems()
  // A guest can send words, and no photos.
  const isForGuests = shared !== 1 || (items !== 'reading' && !items?.files.length)
  return (
    <ScreenLayout
      title={t`Live chat`}
      back
      bottom={
        <ButtonLink to={path.signIn} search={{ redirect }} size="large" wide>
          <Trans>Sign in to write to us</Trans>
        </ButtonLink>
      }
    >
      <Card>
        <div className={styles.invitation}>
          <ChatIcon className={styles.big} />
          <p>
            {shared === 1 ? (
              <Trans>What you shared is kept on this device for a day. Sign in, and it is in a new message, not yet sent.</Trans>
            ) : (
              <Trans>Sign in to write to our staff: only then do we know that it is you, and the answer reaches nobody else.</Trans>
            )}
          </p>
          {isForGuests && (
            <p className={styles.quiet}>
              <Trans>A guest account will do. It takes one tap and no address.</Trans>
            </p>
          )}
        </div>
      </Card>
      <Section title={t`Help without signing in`}>
        <Card flush>
          <RowLink
            to={path.forgotPassword}
            leading={<KeyIcon />}
            title={t`Forgot password`}
            subtitle={t`Back into your account with a code`}
          />
          {articles?.map(({ id, title }) => (
            <RowLink key={id} to={path.article} search={{ id }} leading={<BookIcon />} title={title} />
          ))}
          <RowLink to={path.articles} leading={<BookIcon />} title={t`Help articles`} />
          <RowLink to={path.search} leading={<SearchIcon />} title={t`Search`} />
        </Card>
      </Section>
    </ScreenLayout>
  )
}
