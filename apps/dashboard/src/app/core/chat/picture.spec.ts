import { bytesOf, pictureIn } from './picture';

describe('the picture that a result is', () => {
  it('is one of the kind that is shown', () => {
    expect(pictureIn({ image_b64: 'iVBORw0K', format: 'png' })).toBe('iVBORw0K');
    expect(pictureIn({ image_b64: '/9j/4AAQ', format: 'jpeg' })).toBeNull();
    expect(pictureIn({ stdout: 'x' })).toBeNull();
    expect(pictureIn('iVBORw0K')).toBeNull();
  });

  it('is one as well when it was too long for the conversation, but nothing to draw', () => {
    // As the server cuts it: what stood behind the text is gone with the rest of it.
    const cut = { image_b64: 'iVBORw0KGgoAAAAN⟨cut: 1,000,000 characters⟩', '⟨cut⟩': '1 more' };
    expect(pictureIn(cut)).toBe(cut.image_b64);
    expect(bytesOf(cut.image_b64)).toBeNull();
  });
});
