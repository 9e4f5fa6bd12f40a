import { Link } from '@tanstack/react-router'
import { useAccount, useSession } from '../app-context.ts'
import { footerColumns, type FooterLink } from '../menu.ts'
import { AuthLink, isAuthPath } from './auth-link.tsx'
import { BrandMark } from './brand.tsx'

const linkClass =
  'inline-flex min-h-9 items-center text-sm text-muted no-underline hover:text-ink hover:underline pointer-coarse:min-h-11'

/** Spec §2, footer: columns by who is looking. */
export function Footer() {
  const account = useAccount()
  const columns = footerColumns(useSession().status === 'signedIn', {
    isCreator: account?.isCreator ?? false,
    isPremium: account?.isPremium ?? false,
    isAdmin: account?.role === 'admin',
  })
  return (
    <footer className="mt-20 border-t border-line">
      <div className="page grid gap-10 py-12 md:grid-cols-[1fr_2fr] xl:grid-cols-[12rem_minmax(0,1fr)]">
        <div>
          <p className="flex items-center gap-2 font-bold">
            <BrandMark size={24} />
            ミルトモ
          </p>
          <p className="mt-3 max-w-xs text-sm text-muted [word-break:auto-phrase]">
            観た動画を評価して、好みの合う人と出会う。電波の届かない場所でも使えます。
          </p>
        </div>
        <div className="grid grid-cols-2 gap-x-4 gap-y-8 [word-break:auto-phrase] sm:grid-cols-3 xl:grid-cols-5">
          {columns.map(({ title, links }) => (
            <nav key={title} aria-label={title}>
              <h2 className="mb-2 text-sm">{title}</h2>
              <ul>
                {links.map((link) => (
                  <li key={link.label}>
                    <FooterAnchor link={link} />
                  </li>
                ))}
              </ul>
            </nav>
          ))}
        </div>
      </div>
    </footer>
  )
}

const NEW_TAB = { target: '_blank', rel: 'noopener' }

function FooterAnchor({ link }: { link: FooterLink }) {
  if ('to' in link && isAuthPath(link.to)) {
    return (
      <AuthLink to={link.to} className={linkClass}>
        {link.label}
      </AuthLink>
    )
  }
  if ('to' in link) {
    return (
      <Link to={link.to} className={linkClass}>
        {link.label}
      </Link>
    )
  }
  return (
    <a href={link.href} {...(link.newTab && NEW_TAB)} className={linkClass}>
      {link.label}
      {link.newTab && <span className="sr-only">（新しいタブで開きます）</span>}
    </a>
  )
}
