import { Component } from '@angular/core';
import { RouterLink } from '@angular/router';

@Component({
  selector: 'kenny-not-found',
  imports: [RouterLink],
  template: `<main>
    <h1>Page not found</h1>
    <p>The address may be outdated or incomplete. <a routerLink="/">Go to Today</a></p>
  </main>`,
  styles: `
    main {
      padding: 24px;
    }
  `,
})
export class NotFound {}
