import { Component } from '@angular/core';
import { RouterLink } from '@angular/router';

@Component({
  selector: 'kenny-not-found',
  imports: [RouterLink],
  template: `<main>
    <h1>There is no such page</h1>
    <p>The address may be old or cut off. <a routerLink="/">Go to the first page</a></p>
  </main>`,
  styles: `
    main {
      padding: 24px;
    }
  `,
})
export class NotFound {}
